// What is kept of each AVD over the hub's end: the order under way with its step, written whole before the step is done, and
// how its last run went. A file each in the home; what cannot be read is as if it were not there.
import { join } from 'node:path'
import { z } from 'zod'
import { namesIn, readText, remove, writeWhole } from '#main/sys/files.ts'
import { powerOrders } from '#shared/domain/device.ts'

export const noteSteps = ['stopping', 'starting', 'waiting', 'removing', 'creating', 'configuring'] as const

const noteShape = z.object({
  version: z.literal(1),
  doing: z
    .object({ order: z.enum([...powerOrders, 'create']), step: z.enum(noteSteps), sinceMs: z.number() })
    .nullable(),
  /** The last run that was seen: its process, when it began (wall clock), and whether it was started here. */
  run: z.object({ pid: z.number().nullable(), sinceMs: z.number(), byUs: z.boolean() }).nullable(),
  crashedMs: z.number().nullable(),
  /** Of one made here: whether its settings after the first boot are made. */
  setUp: z.enum(['to do', 'done', 'not ours']),
  /** Its next boot empties it. */
  wipeNext: z.boolean(),
  /** Why it was left failed. */
  failed: z.string().nullable(),
  /** Where its files lie, while they are removed. */
  remove: z.object({ pointer: z.string(), folder: z.string() }).nullable(),
  /** The name for people, while it is made. */
  name: z.string().nullable(),
})
export type Note = z.infer<typeof noteShape>

export const blankNote: Note = {
  version: 1,
  doing: null,
  run: null,
  crashedMs: null,
  setUp: 'not ours',
  wipeNext: false,
  failed: null,
  remove: null,
  name: null,
}

const fileBytesMax = 64 * 1024
const ending = '.json'

export class Notes {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async of(id: string): Promise<Note> {
    const text = await readText(this.#path(id), fileBytesMax).catch(() => null)
    return (text === null ? null : read(text)) ?? blankNote
  }

  write(id: string, note: Note): Promise<void> {
    return writeWhole(this.#path(id), `${JSON.stringify(note)}\n`)
  }

  forget(id: string): Promise<void> {
    return remove(this.#path(id))
  }

  async ids(): Promise<readonly string[]> {
    return (await namesIn(this.folder)).flatMap(name => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []))
  }

  /** Those an order was broken off of. */
  async unfinished(): Promise<readonly string[]> {
    const ids = await this.ids()
    const notes = await Promise.all(ids.map(id => this.of(id)))
    return ids.filter((_, at) => notes[at]?.doing != null)
  }

  #path(id: string): string {
    return join(this.folder, `${id}${ending}`)
  }
}

/** Beside them in the home lie the logs of emulators. */
export const emulatorsFolder = (home: string): string => join(home, 'emulators')
export const notesOf = (home: string): Notes => new Notes(emulatorsFolder(home))

function read(text: string): Note | null {
  try {
    return noteShape.parse(JSON.parse(text))
  } catch {
    return null
  }
}
