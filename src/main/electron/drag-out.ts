// Files dragged out of the window to another program: a clip, if the hub told that it made it, and a picture of the page's own, by
// its bytes and a name. The page never has a file of this computer dragged by naming its path.
import { join } from 'node:path'
import { ipcMain, nativeImage } from 'electron'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { dragOutShape } from '#shared/protocol/drag-out.ts'
import { dragChannel } from '#shared/protocol/shell.ts'
import type { DragOut } from '#shared/protocol/shell.ts'
import { makeFolder, remove, sizeOf, writeWhole } from '#main/sys/files.ts'
import { isFromPage } from '#main/electron/window.ts'

export interface Drags {
  /** Made by the hub, and whole. */
  readonly isClip: (file: string) => boolean
  /** For pictures; they stay until the next start, as nobody tells when the other program has read them. */
  readonly folder: string
  readonly note: (words: string) => void
}

const iconHeightPx = 96
/** A clip's, under the pointer: a Mac wants one. */
const clipIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgBAMAAACBVGfHAAAAMFBMVEVMaXEqLjUqLjUrKzQrLjUtLTQrLzb///9eYWc7PkXj5OXFx8iys7acnqH39/eAgoZKBEsGAAAABnRSTlMA8KscryclUYaRAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAXUlEQVQoz2NgoAlgVkyDA5EAoIBhGhIQBgqoIQskAQXEkAUSgQJpKACnQHYbmkB6zTQ0gfK309AEytejC5SvICSwnoCh6NZiOAyvXzC874YeQIHoQYgcyEIGtIlIAD3ieqOGnarBAAAAAElFTkSuQmCC'

export function holdDrags({ isClip, folder, note }: Drags): void {
  const cleared = remove(folder).catch((thrown: unknown) => note(wordsOf(thrown)))
  const itemOf = async (asked: DragOut): Promise<Electron.Item> => {
    if (asked.is === 'clip') {
      if (!isClip(asked.file) || (await sizeOf(asked.file)) === null)
        throw new Refusal('bad-value', 'What was dragged is no clip of this device server, or is gone.')
      return { file: asked.file, icon: nativeImage.createFromDataURL(clipIcon) }
    }
    const icon = nativeImage.createFromBuffer(Buffer.from(asked.bytes))
    if (icon.isEmpty()) throw new Refusal('bad-value', 'What was dragged is no picture.')
    await cleared
    await makeFolder(folder, true)
    const file = join(folder, asked.name)
    await writeWhole(file, asked.bytes)
    return { file, icon: icon.resize({ height: iconHeightPx }) }
  }
  ipcMain.on(dragChannel, (event, said: unknown) => {
    if (!isFromPage(event.senderFrame)) return
    const { sender } = event
    const asked = dragOutShape.safeParse(said)
    if (!asked.success) return note('The window asked to drag what is not understood.')
    itemOf(asked.data)
      .then(item => {
        // The window may be closed by now.
        if (!sender.isDestroyed()) sender.startDrag(item)
      })
      .catch((thrown: unknown) => note(wordsOf(thrown)))
  })
}
