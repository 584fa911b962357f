// Programs of the machine we may need: where they are, and in words what is missing and how to get it.
import { access, constants, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { Refusal } from '#shared/base/refusal.ts'

export type ToolName =
  | 'adb'
  | 'avdmanager'
  | 'chromium'
  | 'emulator'
  | 'ffmpeg'
  | 'git'
  | 'sdkmanager'
  | 'ssh'
  | 'xcrun'

interface Tool {
  readonly programs: readonly string[]
  readonly also: (env: NodeJS.ProcessEnv) => readonly string[]
  readonly debian: string
  readonly mac: string
  readonly needFor: string
}

const tools: Readonly<Record<ToolName, Tool>> = {
  adb: {
    programs: ['adb'],
    also: env => inSdk(env, 'platform-tools', 'adb'),
    debian: 'apt-get install adb',
    mac: 'brew install --cask android-platform-tools',
    needFor: 'Android devices',
  },
  avdmanager: {
    programs: ['avdmanager'],
    also: env => inSdk(env, 'cmdline-tools', 'latest', 'bin', 'avdmanager'),
    debian: 'Android Studio, or Android’s command-line tools with ANDROID_HOME set to where they lie',
    mac: 'Android Studio, or brew install --cask android-commandlinetools',
    needFor: 'creating Android emulators',
  },
  chromium: {
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    also: () => [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    debian: 'apt-get install chromium',
    mac: 'brew install --cask chromium',
    needFor: 'the window in a browser of its own, and the end-to-end tests',
  },
  emulator: {
    programs: [],
    also: env => [
      ...inSdk(env, 'emulator', 'emulator'),
      ...(env['PATH'] ?? '')
        .split(delimiter)
        .filter(folder => folder !== '')
        .map(folder => join(folder, 'emulator')),
    ],
    debian: 'sdkmanager "emulator", or Android Studio',
    mac: 'sdkmanager "emulator", or Android Studio',
    needFor: 'Android emulators',
  },
  ffmpeg: {
    programs: ['ffmpeg'],
    also: () => [],
    debian: 'apt-get install ffmpeg',
    mac: 'brew install ffmpeg',
    needFor: 'clips',
  },
  git: {
    programs: ['git'],
    also: () => [],
    debian: 'apt-get install git',
    mac: 'xcode-select --install',
    needFor: 'nights aimed at recent changes',
  },
  sdkmanager: {
    programs: ['sdkmanager'],
    also: env => inSdk(env, 'cmdline-tools', 'latest', 'bin', 'sdkmanager'),
    debian: 'Android Studio, or Android’s command-line tools with ANDROID_HOME set to where they lie',
    mac: 'Android Studio, or brew install --cask android-commandlinetools',
    needFor: 'creating Android emulators',
  },
  ssh: {
    programs: ['ssh'],
    also: () => [],
    debian: 'apt-get install openssh-client',
    mac: 'it comes with macOS',
    needFor: 'remote boxes',
  },
  xcrun: {
    programs: ['xcrun'],
    also: () => [],
    debian: 'not on Linux',
    mac: 'xcode-select --install',
    needFor: 'iOS simulators and devices',
  },
}

/** In every folder an Android SDK may be; on Windows programs have an ending. */
function inSdk(env: NodeJS.ProcessEnv, ...path: readonly string[]): readonly string[] {
  const { HOME, LOCALAPPDATA } = env
  const roots = [
    env['ANDROID_HOME'],
    env['ANDROID_SDK_ROOT'],
    ...(HOME ? [join(HOME, 'Library/Android/sdk'), join(HOME, 'Android/Sdk')] : []),
    ...(LOCALAPPDATA ? [join(LOCALAPPDATA, 'Android', 'Sdk')] : []),
  ]
  const whole = roots.flatMap(root => (root ? [root] : [])).map(root => join(root, ...path))
  return process.platform === 'win32' ? whole.flatMap(place => [`${place}.exe`, `${place}.bat`]) : whole
}

/** Its absolute path, or null. */
export async function findTool(name: ToolName, env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  for (const place of placesOf(name, env)) if (await isProgram(place)) return place
  return null
}

function placesOf(name: ToolName, env: NodeJS.ProcessEnv): readonly string[] {
  const told = env[`NOCTURNE_${name.toUpperCase()}`]
  const folders = (env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '')
  const { programs, also } = tools[name]
  return [
    ...(told === undefined || told === '' ? [] : [told]),
    ...programs.flatMap(program => folders.map(folder => join(folder, program))),
    ...also(env),
  ]
}

/** Where it lies without the right to be run; null when it is nowhere, or can be run. */
export async function blockedTool(name: ToolName, env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  for (const place of placesOf(name, env)) if (!(await isProgram(place)) && (await isFile(place))) return place
  return null
}

export async function needTool(name: ToolName): Promise<string> {
  const found = await findTool(name)
  if (found === null)
    throw new Refusal('failed', `${name} is not installed; it is needed for ${tools[name].needFor}.`, {
      hint: howToGet(name),
    })
  return found
}

export const needFor = (name: ToolName): string => tools[name].needFor

export function howToGet(name: ToolName): string {
  const { debian, mac } = tools[name]
  return process.platform === 'darwin' ? `Install it with: ${mac}` : `Install it with: ${debian}`
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
