// One hub per home: takes the lock, opens the store, says in words when another hub has it.
import { join } from 'node:path'
import { Refusal } from '#shared/base/refusal.ts'
import { makeFolder } from '#main/sys/files.ts'
import { removeDraftsNow } from '#main/sys/files-now.ts'
import { takeLock } from '#main/sys/lock.ts'
import { socketPath } from '#main/sys/paths.ts'
import { Store } from '#main/store/store.ts'

export interface Home extends AsyncDisposable {
  readonly folder: string
  readonly socket: string
  readonly store: Store
  /** The hub before this one died: what it had down or put on devices is there still. */
  readonly wasLeft: boolean
}

export async function openHome(folder: string): Promise<Home> {
  await makeFolder(folder, true)
  const lock = await takeLock(join(folder, 'hub.lock'))
  if ('heldBy' in lock)
    throw new Refusal('busy', `Nocturne is running on this home already (process ${lock.heldBy}).`, {
      where: folder,
      hint: 'Use that one, close it, or set NOCTURNE_HOME to another folder.',
    })
  try {
    const store = new Store(folder)
    // The lock is ours, so a draft that lies here was left by a hub that died while writing.
    removeDraftsNow(store.artifacts.folder)
    return {
      folder,
      socket: socketPath(folder),
      store,
      wasLeft: lock.wasLeft,
      [Symbol.asyncDispose]: async () => {
        store[Symbol.dispose]()
        lock.release()
      },
    }
  } catch (thrown) {
    lock.release()
    throw thrown
  }
}
