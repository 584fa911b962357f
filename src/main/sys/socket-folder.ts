// Whether the folder of a hub's socket is ours and nobody else can put a socket of their own there: it may lie in the temporary
// directory, which is everybody's. Asked before we listen there and before anything is said to who listens.
import { lstat, stat } from 'node:fs/promises'
import { Refusal } from '#shared/base/refusal.ts'
import { codeOf, fileRefusal, makeFolder } from '#main/sys/files.ts'

const writableByOthers = 0o022

/** Null where users have no numbers (Windows: a temporary directory is each user's own). */
export const ourUserId = (): number | null => process.getuid?.() ?? null

/** A folder that is not there is nobody's. */
export async function refuseForeign(folder: string, userId: number | null = ourUserId()): Promise<void> {
  const whose = await whoseIs(folder, userId)
  if (whose === 'foreign') throw foreign(folder)
  if (whose === 'open')
    throw new Refusal('failed', "Other users can write where the socket of Nocturne's device server lies.", {
      where: folder,
      hint: 'Take that right away (chmod 700), and start again.',
    })
}

/** Closed to others, where it is ours. */
export async function makeSocketFolder(folder: string, userId: number | null = ourUserId()): Promise<void> {
  if ((await whoseIs(folder, userId)) === 'foreign') throw foreign(folder)
  await makeFolder(folder, true)
  await refuseForeign(folder, userId)
}

async function whoseIs(folder: string, userId: number | null): Promise<'ours' | 'open' | 'foreign' | 'nobodys'> {
  if (userId === null) return 'ours'
  try {
    const named = await lstat(folder)
    const found = named.isSymbolicLink() ? await stat(folder) : named
    // Who made a link can lead it elsewhere between our look and our step.
    const isOurs = found.uid === userId && (named.uid === userId || named.uid === 0)
    if (!isOurs) return 'foreign'
    return (found.mode & writableByOthers) === 0 ? 'ours' : 'open'
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return 'nobodys'
    throw fileRefusal(thrown, folder, 'read')
  }
}

const foreign = (folder: string): Refusal =>
  new Refusal('failed', "Where the socket of Nocturne's device server should lie is a folder of another user.", {
    where: folder,
    hint: 'Set NOCTURNE_HOME to a shorter path, or TMPDIR to a folder of your own.',
  })
