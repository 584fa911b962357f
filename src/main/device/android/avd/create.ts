// Makes a new AVD with Android's own tools, and lists what one can be made of. Refuses in words what they do not take.
import { avdRoots, avdsIn, configure, type Avd } from '#main/device/android/avd/places.ts'
import { blankNote, type Notes } from '#main/device/android/avd/note.ts'
import {
  isAvdId,
  parseInstalledImages,
  parseProfiles,
  type DeviceProfile,
  type SystemImage,
} from '#main/device/android/parse/avd-list.ts'
import { exec } from '#main/sys/exec.ts'
import { findTool, howToGet, type ToolName } from '#main/sys/tools.ts'
import { Refusal } from '#shared/base/refusal.ts'

export interface Creatable {
  readonly images: readonly SystemImage[]
  readonly profiles: readonly DeviceProfile[]
}

export interface NewAvd {
  /** For people: "Pixel 8". */
  readonly name: string
  readonly image: string
  /** As the tools name it; null leaves it to them. */
  readonly profile: string | null
}

/** Java starts with each of them. */
const toolMs = 60_000
const createMs = 120_000

export async function creatable(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Creatable> {
  const [installed, devices] = await Promise.all([
    run('sdkmanager', ['--list_installed'], env, toolMs, signal),
    run('avdmanager', ['list', 'device'], env, toolMs, signal),
  ])
  return { images: parseInstalledImages(installed), profiles: parseProfiles(devices) }
}

/** "Pixel 8" is `Pixel_8`. */
export function idOfName(name: string): string {
  const id = name.trim().replaceAll(/\s+/g, '_')
  if (!isAvdId(id))
    throw new Refusal('bad-value', `An emulator cannot be called "${name}".`, {
      where: 'name',
      hint: 'Use letters of the Latin alphabet, digits, blanks, dots, dashes and underscores.',
    })
  return id
}

/** Written down before it is made: where it breaks off, its settings are made at the next start. */
export async function createAvd(ask: NewAvd, env: NodeJS.ProcessEnv, notes: Notes, signal: AbortSignal): Promise<Avd> {
  const id = idOfName(ask.name)
  if ((await avdsIn(avdRoots(env))).some(avd => avd.id.toLowerCase() === id.toLowerCase()))
    throw new Refusal('bad-value', `There is an emulator called ${id} already.`, {
      where: 'name',
      hint: 'Give the new one another name.',
    })
  const name = ask.name.trim()
  const doing = { order: 'create', step: 'creating', sinceMs: Date.now() } as const
  await notes.write(id, { ...blankNote, doing, setUp: 'to do', name })
  try {
    const profile = ask.profile === null ? [] : ['--device', ask.profile]
    const args = ['create', 'avd', '--name', id, '--package', ask.image, ...profile]
    // It asks for a hardware profile of one's own.
    await run('avdmanager', args, env, createMs, signal, 'no\n')
    return await finishCreation(id, env, notes)
  } catch (thrown) {
    if (!signal.aborted && (await avdNamed(id, env)) === null) await notes.forget(id)
    throw thrown
  }
}

/** The settings that must be there before its first boot. */
export async function finishCreation(id: string, env: NodeJS.ProcessEnv, notes: Notes): Promise<Avd> {
  const avd = await avdNamed(id, env)
  if (avd === null)
    throw new Refusal('failed', `avdmanager said nothing was wrong, but there is no emulator called ${id}.`, {
      hint: 'Check ANDROID_AVD_HOME: it may put them elsewhere.',
    })
  const note = await notes.of(id)
  await configure(avd, note.name ?? avd.config.name)
  await notes.write(id, { ...note, doing: null, setUp: 'to do' })
  return (await avdNamed(id, env)) ?? avd
}

const avdNamed = async (id: string, env: NodeJS.ProcessEnv): Promise<Avd | null> =>
  (await avdsIn(avdRoots(env))).find(avd => avd.id === id) ?? null

async function run(
  tool: ToolName,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  deadlineMs: number,
  signal: AbortSignal,
  stdin = '',
): Promise<string> {
  const program = await findTool(tool, env)
  if (program === null)
    throw new Refusal('failed', `${tool} is not installed; it is needed for creating Android emulators.`, {
      hint: howToGet(tool),
    })
  const told = ['HOME', 'ANDROID_AVD_HOME', 'ANDROID_USER_HOME', 'ANDROID_HOME', 'ANDROID_SDK_ROOT', 'JAVA_HOME']
  const passed = Object.fromEntries(told.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])))
  const { code, stdout, stderr } = await exec(program, args, { deadlineMs, stdin, env: passed }, signal)
  const text = new TextDecoder().decode(stdout)
  if (code === 0) return text
  const said = `${text}\n${stderr}`.split(/[\r\n]+/).filter(line => line.trim() !== '')
  const why = (said.findLast(line => /error/i.test(line)) ?? said.at(-1) ?? '').replace(/^Error:\s*/i, '').trim()
  const isJava = /JAVA_HOME|java: (command )?not found|UnsupportedClassVersion/i.test(said.join('\n'))
  throw new Refusal('failed', `${tool} did not do it${why === '' ? '.' : `: ${why.slice(0, 300)}`}`, {
    hint: isJava ? 'Install a newer Java, or set JAVA_HOME to it.' : 'Check the system image and the name.',
  })
}
