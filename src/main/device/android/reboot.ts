// Reboots a phone, or an emulator that was started elsewhere, over adb and follows it, in words, until Android is up again: read
// back from another boot than before. Used by platform.ts. Whatever else its power button does stays with the device.
import type { PowerFacet } from '#main/device/driver.ts'
import { AdbLink } from '#main/device/android/adb.ts'
import { sleep, within } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { PowerOrder } from '#shared/domain/device.ts'

export interface RebootTimes {
  /** For all of it; then nobody waits any more. */
  readonly withinMs: number
  readonly pollMs: number
}

export const usualReboot: RebootTimes = { withinMs: 120_000, pollMs: 500 }

/** A phone as its reboot sees it. */
export interface Rebootable {
  readonly name: string
  /** As adb names it now. */
  readonly serial: string
  /** Why adb cannot use it, reboot or not; null when it can. */
  readonly away: string | null
  readonly isRebooting: boolean
  /** An emulator that was started elsewhere has no power button of its own. */
  readonly isEmulator: boolean
  /** How far the reboot is; null: it is over. */
  says(words: string | null): void
}

/** What it says while it goes down is why it does not. */
const refusalMs = 1500
const askMs = 5000

export function powerOf(phone: Rebootable, port: number, times: RebootTimes, closing: AbortSignal): PowerFacet {
  return {
    orders: phone.away === null && !phone.isRebooting ? ['reboot'] : [],
    order: order => ordered(phone, order, port, times, closing),
  }
}

async function ordered(
  phone: Rebootable,
  order: PowerOrder,
  port: number,
  times: RebootTimes,
  closing: AbortSignal,
): Promise<string> {
  const { name } = phone
  if (order !== 'reboot')
    throw new Refusal('unsupported', `${name} is not started or stopped by Nocturne: it can only be rebooted.`, {
      hint: phone.isEmulator ? 'Start and stop it where it was started.' : 'Use its own power button.',
    })
  if (phone.isRebooting) throw new Refusal('busy', `${name} is rebooting already.`, { hint: 'Wait until it is back.' })
  if (phone.away !== null) throw new Refusal('not-booted', `${name} cannot be rebooted now: ${phone.away}`)
  phone.says('Rebooting: it is told to.')
  const sinceMs = performance.now()
  const over = new AbortController()
  const late = new Refusal('outcome-unknown', '')
  const signal = within(times.withinMs, AbortSignal.any([closing, over.signal]), late)
  try {
    await reboot(phone, port, times, signal)
    return `${name} has rebooted, in ${((performance.now() - sinceMs) / 1000).toFixed(1)} s.`
  } catch (thrown) {
    throw signal.reason === late ? notBack(phone, times) : thrown
  } finally {
    over.abort(new Error('done'))
    phone.says(null)
  }
}

async function reboot(phone: Rebootable, port: number, times: RebootTimes, signal: AbortSignal): Promise<void> {
  const link = await AdbLink.open(port, () => phone.serial, signal)
  try {
    const before = (await now(link, signal)).boot
    await tell(link, phone.name, signal)
    phone.says('Rebooting: it is shutting down.')
    for (let wasAway = false; ;) {
      if (phone.away !== null) {
        wasAway = true
        phone.says('Rebooting: waiting until it is connected again.')
      } else {
        // One that goes down or comes up may be listed and not answer.
        const read = await now(link, signal).catch(() => null)
        signal.throwIfAborted()
        // A connection that only broke is no reboot: where it tells them apart, its boot is another one.
        const isNext = read !== null && (before === '' ? wasAway : read.boot !== '' && read.boot !== before)
        if (isNext && read.isUp) return
        if (isNext) phone.says('Rebooting: Android is starting.')
      }
      await sleep(times.pollMs, signal)
    }
  } finally {
    await link.close()
  }
}

async function tell(link: AdbLink, name: string, signal: AbortSignal): Promise<void> {
  const socket = await link.socket('reboot:', signal)
  const over = new AbortController()
  try {
    const silence = sleep(refusalMs, AbortSignal.any([signal, over.signal])).then(() => null)
    const said = await Promise.race([socket.read(), silence])
    silence.catch(() => undefined)
    const words = said === null ? '' : new TextDecoder().decode(said).trim()
    if (words !== '') throw new Refusal('failed', `${name} does not reboot. It says: ${words}`)
  } finally {
    over.abort(new Error('done'))
    socket.close()
  }
}

async function now(link: AdbLink, signal: AbortSignal): Promise<{ readonly boot: string; readonly isUp: boolean }> {
  const line = 'cat /proc/sys/kernel/random/boot_id; echo; getprop sys.boot_completed'
  const { stdout } = await link.shell(line, signal, askMs)
  const lines = stdout.split('\n').map(one => one.trim())
  return {
    boot: /^[\da-f-]{36}$/i.exec(lines[0] ?? '')?.[0] ?? '',
    isUp: lines.filter(one => one !== '').at(-1) === '1',
  }
}

function notBack(phone: Rebootable, { withinMs }: RebootTimes): Refusal {
  const words = `${phone.name} was told to reboot and is not back after ${withinMs / 1000} s.`
  return new Refusal('outcome-unknown', words, {
    hint:
      phone.away === null
        ? 'Look at its screen: Android may still be starting.'
        : 'Look at its screen. Where it is reached over the network, its wireless debugging may have to be turned on again.',
  })
}
