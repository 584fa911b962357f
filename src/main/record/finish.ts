// What is done with a recorded file once it is whole: ffmpeg copies it into a plain MP4 with its index in front, which every
// editor takes. It changes no picture; where it cannot be done the recorded file stays as it is, and words say so.
import { refusalOf } from '#shared/base/refusal.ts'
import { exec } from '#main/sys/exec.ts'
import { findFfmpeg } from '#main/sys/ffmpeg.ts'
import { exists, moveOver, remove } from '#main/sys/files.ts'
import { howToGet } from '#main/sys/tools.ts'

/** When a file's last picture comes and how long it is seen, in ticks of the file. */
export interface LastPicture {
  readonly atTicks: number
  readonly ticks: number
}

/** Answers what there is to know of the file, or null. */
export type Finish = (file: string, last: LastPicture) => Promise<string | null>

const mostMs = 10 * 60_000

export const missingWords = (hint: string): string =>
  `ffmpeg is not installed, so the file stays as it was recorded: it plays everywhere, but some editors are slow with it. ${hint}`

export const finished: Finish = async (file, last) => {
  const program = await findFfmpeg()
  if (program === null) return missingWords(howToGet('ffmpeg'))
  const draft = `${file}.part`
  try {
    const { code, stderr } = await exec(
      program,
      copying(file, draft, last),
      { deadlineMs: mostMs },
      AbortSignal.timeout(mostMs),
    )
    // On a full disk ffmpeg says so and can end with 0 all the same: what it left then does not play.
    if (code !== 0 || stderr.trim() !== '') return await kept(file, draft, lastLine(stderr))
    await moveOver(draft, file)
    return null
  } catch (thrown) {
    return await kept(file, draft, refusalOf(thrown).words)
  }
}

function copying(file: string, draft: string, { atTicks, ticks }: LastPicture): readonly string[] {
  return [
    '-nostdin',
    '-v',
    'error',
    '-y',
    // Its name alone could be taken for an option or a place in the network.
    '-i',
    `file:${file}`,
    '-c',
    'copy',
    // Left alone, ffmpeg gives the last picture the length of one at its own guess of a rate: a still end would be gone.
    '-bsf:v',
    `setts=duration='if(gte(PTS,${atTicks}),${ticks},DURATION)'`,
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    `file:${draft}`,
  ]
}

async function kept(file: string, draft: string, why: string): Promise<string> {
  // Where it cannot be removed either, the words say what went wrong first.
  await remove(draft).catch(() => undefined)
  const isThere = await exists(file).catch(() => false)
  if (!isThere) return `${file} is not there any more: it was removed, or its folder is out of reach.`
  return `ffmpeg could not put the file in order, so it stays as it was recorded and plays as it is. ${why}`.trim()
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
