// What was measured of the stream as docs/stream.md says it.
import { availableParallelism, cpus } from 'node:os'
import { boundsOf, isKept, valueOf } from './bounds.ts'
import { round, say, titleOf } from './measured.ts'
import type { Grown, Measured } from './measured.ts'

export interface Conditions {
  readonly taps: number
  /** Before anything of ours ran: other work makes every figure worse. */
  readonly loadBefore: number
}

/** The whole of docs/stream.md. */
export function streamPage(measured: Measured, { taps, loadBefore }: Conditions): string {
  const { results, beside, memory, raw, restarts } = measured
  const lines = [
    '# The stream, measured',
    '',
    'Written by `npm run bench:stream`: an emulator double in its own process, the hub in its own, Debian’s Chromium without a GPU, the pixels read back from the canvas the picture was drawn on. The double’s own time (touch taken to picture handed over) and the read are taken off. Every touch changes the whole picture: a list that scrolls, with a marker that carries the touch’s number. All figures are median / 95th percentile in ms unless said.',
    '',
    `Machine: ${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} processors, no GPU; all processes on it, and a load of ${loadBefore.toFixed(1)} by other work when it began. ${taps} touches a case.`,
    '',
    '| | bound | measured | |',
    '| --- | --- | --- | --- |',
    ...boundsOf(measured).map(
      one =>
        `| ${one.of} | ${one.least === true ? '≥' : '≤'} ${one.bound} | ${valueOf(one)} | ${isKept(one) ? 'kept' : 'missed'} |`,
    ),
    '',
    '## Touch to changed pixel',
    '',
    '| case | beyond the device | with the read | capture to present | playing: capture to present | frames a second |',
    '| --- | --- | --- | --- | --- | --- |',
    ...results.map(
      one =>
        `| ${titleOf(one)} | ${say(one.taps.beyond)} | ${say(one.taps.withRead)} | ${say(one.capture)} | ${say(one.playing)} | ${round(one.fps)} |`,
    ),
    '',
    'Playing, the double gives pictures faster than they can be taken (120, 90 and 60 a second), so each figure there holds the wait for the encoder too.',
    '',
    '## Where the time goes',
    '',
    '| case | page to device | the device’s own | capture to unit | of that convert | of that encode | handed over to arrival | decode | draw | read |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(
      ({ taps: tap, ...one }) =>
        `| ${titleOf(one)} | ${say(tap.toDevice)} | ${say(tap.device)} | ${say(one.units)} | ${say(one.convert)} | ${say(one.encode)} | ${say(tap.toArrival)} | ${say(tap.decode)} | ${say(tap.draw)} | ${say(tap.read)} |`,
    ),
    '',
  ]
  if (beside !== null)
    lines.push(
      '## Two viewers, one stalled',
      '',
      `A second viewer that never gives a credit back got ${beside.stalled} frames and then nothing. The first one was shown ${round(beside.beside)} frames a second beside it, ${round(beside.alone)} without it.`,
      '',
    )
  if (restarts.length > 0)
    lines.push(
      '## An encoder that is killed',
      '',
      `Killed ${restarts.length} times within seconds, on a still screen: viewers had a key frame again after ${restarts.map(round).join(', ')} ms. It is started at once the first time, and after a pause of up to 0.4 s when it goes on dying.`,
      '',
    )
  if (memory !== null)
    lines.push(
      '## Memory',
      '',
      `${memory.frames} frames in ${memory.minutes} minutes. The hub’s heap and buffers after a collection: ${round(memory.from.heap)} MB at first, ${round(memory.until.heap)} MB at the end (${memory.slope.heap.toFixed(3)} MB a minute); resident ${round(memory.from.rss)} and ${round(memory.until.rss)} MB. Resident, the encoder: ${grown(memory.encoder)}; the page with its decoder: ${grown(memory.page)}.`,
      '',
    )
  if (raw.length > 0)
    lines.push(
      '## Raw pixels in the place of H.264',
      '',
      'RGBA over a WebSocket into a worker, drawn by putImageData, nothing encoded or decoded: from the bytes at hand in the server to the drawn picture. What came of it: [adr/0007](adr/0007-h264-on-this-machine-too.md).',
      '',
      '| size | still screen | playing | frames a second |',
      '| --- | --- | --- | --- |',
      ...raw.map(one => `| ${one.size} | ${say(one.still)} | ${say(one.playing)} | ${round(one.fps)} |`),
      '',
    )
  return lines.join('\n')
}

function grown({ from, until, slope }: Grown): string {
  return `${round(from)} and ${round(until)} MB (${slope.toFixed(3)} a minute)`
}
