// The truth log of a demo device, read by the scorer alone: for each observation the screen, the ids on it, the faults reached.
import { z } from 'zod'
import { parse } from '#shared/base/parse.ts'

const entryShape = z.object({
  observation: z.number(),
  screen: z.string().nullable(),
  ids: z.array(z.string()),
  faults: z.array(z.string()),
})

export type Truth = z.infer<typeof entryShape>

export function readTruth(text: string, file: string): ReadonlyMap<number, Truth> {
  const entries = new Map<number, Truth>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const entry = parse(entryShape, JSON.parse(line), `${file}:${index + 1}`)
    entries.set(entry.observation, entry)
  }
  return entries
}
