// Whole pictures as video, for the recorder of a device that gives none: each becomes a key frame by itself.
import { Refusal } from '#shared/base/refusal.ts'
import type { Size } from '#shared/domain/geometry.ts'
import { joinNals, nalType, nalTypes, splitNals, spsOf } from '#shared/domain/h264.ts'
import { exec } from '#main/sys/exec.ts'
import { findFfmpeg } from '#main/sys/ffmpeg.ts'
import { howToGet } from '#main/sys/tools.ts'

export interface CodedStill {
  /** One access unit, Annex B: a key frame with its SPS and PPS. */
  readonly bytes: Uint8Array
  /** Even: an odd row or column at the end is cut off. */
  readonly size: Size
}

/** Takes a JPEG. */
export type CodeStill = (jpeg: Uint8Array, signal: AbortSignal) => Promise<CodedStill>

const deadlineMs = 15_000

/** One coder for one recording. Refuses where there is no ffmpeg, and what ffmpeg cannot read. */
export function stillCoder(find: () => Promise<string | null> = findFfmpeg): CodeStill {
  let isSecond = true
  let program: string | null = null
  return async (jpeg, signal) => {
    program ??= await find()
    if (program === null)
      throw new Refusal('unsupported', 'The device gives no video, and to record its pictures needs ffmpeg.', {
        hint: howToGet('ffmpeg'),
      })
    // Key frames that follow each other must not have the same number, and ffmpeg counts from 0 each time: of every other
    // picture it codes two, and the second is taken.
    isSecond = !isSecond
    const { code, stdout, stderr } = await exec(program, coding(isSecond ? 2 : 1), { stdin: jpeg, deadlineMs }, signal)
    const bytes = lastUnit(stdout)
    const size = spsOf(bytes)?.size
    if (code !== 0 || size === undefined)
      throw new Refusal('failed', `A picture could not be coded for the recording. ${stderr.trim()}`.trim())
    return { bytes, size }
  }
}

const coding = (frames: number): readonly string[] => [
  '-nostdin',
  '-v',
  'error',
  '-f',
  'mjpeg',
  '-i',
  'pipe:0',
  '-vf',
  `crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_range=tv:out_color_matrix=bt601,loop=loop=${frames - 1}:size=1`,
  '-frames:v',
  String(frames),
  '-pix_fmt',
  'yuv420p',
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '20',
  '-threads',
  '1',
  // The colours our encoder declares.
  '-color_range',
  'tv',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-colorspace',
  'smpte170m',
  '-x264-params',
  'keyint=1:aud=1',
  '-f',
  'h264',
  'pipe:1',
]

function lastUnit(units: Uint8Array): Uint8Array {
  const nals = splitNals(units)
  const at = nals.findLastIndex(nal => nalType(nal) === nalTypes.sps)
  return joinNals(nals.slice(Math.max(0, at)))
}
