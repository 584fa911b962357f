// One shell line whose answer is words: what the tools of Android say when they refuse, which they do with exit code 0.
import type { AdbLink } from '#main/device/android/adb.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'

const refusing =
  /Exception|^Error|Unknown command|not permitted|Permission denied|Can't find service|inaccessible or not found/m

/** Runs it; what reads like a refusal is thrown as one. Answers what was said. */
export async function told(link: AdbLink, line: string, signal: AbortSignal): Promise<string> {
  const { stdout, stderr } = await link.shell(line, signal)
  const said = `${stdout}${stderr}`.trim()
  if (refusing.test(said)) throw new Refusal('failed', `The device refused it: ${said.slice(0, 200)}`)
  return said
}

/** What it printed, whatever that is. */
export const asked = async (link: AdbLink, line: string, signal: AbortSignal): Promise<string> =>
  (await link.shell(line, signal)).stdout

/** A setting given back as `settings get` had said it: `null` is a key that was not there. */
export const putBackLine = (space: 'system' | 'global', key: string, before: string): string =>
  before === 'null' || before === ''
    ? `settings delete ${space} ${key}`
    : `settings put ${space} ${key} ${/^[\w.-]+$/.test(before) ? before : 0}`

const readBackMs = 3000
const pollMs = 100

/** Asks until it is so; refuses in the given words when it does not come to be. */
export async function untilRead(isSo: () => Promise<boolean>, otherwise: string, signal: AbortSignal): Promise<void> {
  const end = performance.now() + readBackMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Refusal('outcome-unknown', otherwise)
    await sleep(pollMs, signal)
  }
}
