// What is installed, what is missing and what to do about it, in words.
import { join } from 'node:path'
import type { DoctorReport } from '#shared/protocol/shapes.ts'
import { wordsOf } from '#shared/base/refusal.ts'
import type { Refusal } from '#shared/base/refusal.ts'
import { aboutEncoder, howToGetEncoder } from '#main/sys/encoder.ts'
import { electronHere, electronPlace } from '#main/sys/electron.ts'
import { exists } from '#main/sys/files.ts'
import { findTool, howToGet, needFor } from '#main/sys/tools.ts'
import type { ToolName } from '#main/sys/tools.ts'
import { rootFolder } from '#main/sys/paths.ts'
import type { Home } from '#main/hub/home.ts'
import { settingsOf } from '#main/hub/settings.ts'

const encoderMs = 5000
const electronMs = 10_000

type Check = DoctorReport['checks'][number]

export async function examine(home: Home): Promise<DoctorReport> {
  return examineAround(storeOf(home))
}

/** Where the home itself cannot be opened: that is one of the findings. */
export async function examineWithoutHome(folder: string, why: Refusal): Promise<DoctorReport> {
  const found = `${folder} cannot be used: ${why.words}`
  return examineAround({ what: 'Home', ok: false, optional: false, found, do: why.hint ?? 'Set NOCTURNE_HOME.' })
}

async function examineAround(home: Check): Promise<DoctorReport> {
  const tools: readonly ToolName[] = ['adb', 'emulator', 'avdmanager', 'chromium', 'ffmpeg', 'git']
  return {
    checks: [
      node(),
      await parts(),
      home,
      ...(await Promise.all(tools.map(tool))),
      await encoder(),
      await windowOf(),
      await electron(),
    ],
  }
}

function node(): Check {
  const [major = 0] = process.versions.node.split('.').map(Number)
  return {
    what: 'Node',
    ok: major >= 24,
    optional: false,
    found: process.versions.node,
    do: major >= 24 ? null : 'Start with ./nocturne, which brings the right one.',
  }
}

async function parts(): Promise<Check> {
  const lock = join(rootFolder(), 'node_modules', '.package-lock.json')
  const ok = await exists(lock)
  return {
    what: "Nocturne's own parts",
    ok,
    optional: false,
    found: ok ? 'installed' : 'not installed',
    do: ok ? null : 'Run: npm ci',
  }
}

function storeOf(home: Home): Check {
  const damage = home.store.damage()
  const used = home.store.artifacts.usedBytes()
  const limit = settingsOf(home.store).storage_limit_bytes
  return {
    what: 'Home',
    ok: damage === '',
    optional: false,
    found: damage === '' ? `${home.folder}, ${megabytes(used)} of ${megabytes(limit)} used` : damage,
    do:
      damage === '' ? null : 'Move nocturne.sqlite away and start again; pictures and flows beside it are not touched.',
  }
}

async function tool(name: ToolName): Promise<Check> {
  const found = await findTool(name)
  return {
    what: name,
    ok: found !== null,
    optional: true,
    found: found ?? `not found (needed for ${needFor(name)})`,
    do: found === null ? howToGet(name) : null,
  }
}

async function encoder(): Promise<Check> {
  try {
    const { backend, version, backends } = await aboutEncoder(AbortSignal.timeout(encoderMs))
    const others = backends.filter(name => name !== backend)
    const found = `${backend} ${version}${others.length === 0 ? '' : `; also ${others.join(', ')}`}`
    return { what: 'Encoder', ok: true, optional: true, found, do: null }
  } catch (why) {
    return { what: 'Encoder', ok: false, optional: true, found: wordsOf(why), do: howToGetEncoder() }
  }
}

async function windowOf(): Promise<Check> {
  const page = join(rootFolder(), 'out', 'renderer', 'index.html')
  const ok = await exists(page)
  return {
    what: 'Window',
    ok,
    optional: true,
    found: ok ? 'built' : 'not built',
    do: ok ? null : 'Run: npm run build',
  }
}

async function electron(): Promise<Check> {
  const here = await electronHere(electronPlace(rootFolder()), AbortSignal.timeout(electronMs))
  const ok = here.is === 'here'
  const found = ok ? here.program : `the window opens in the browser: ${here.why}`
  return {
    what: 'Electron',
    ok,
    optional: true,
    found,
    do: ok ? null : 'To have it: npx install-electron, npm run build',
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`
