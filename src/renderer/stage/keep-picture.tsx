// A picture the page has made, as long as a notice offers it: saved by a press, dragged out by the shell, or by a browser that can.
import type { Made } from '#renderer/ui/notices.tsx'
import { dragByBrowser, dragByShell, shellDrag } from '#renderer/shell/drag-out.ts'
import { KeepButton } from '#renderer/stage/keep-button.tsx'
import { saveUrl } from '#renderer/ui/save.ts'

/** A save or a drop that has just begun still reads it. */
const revokeMs = 10_000

export async function keepPicture(name: string, picture: Blob): Promise<Made & { readonly save: () => void }> {
  const url = URL.createObjectURL(picture)
  // At hand when a drag begins, which does not wait.
  const bytes = shellDrag() === null ? null : new Uint8Array(await picture.arrayBuffer())
  const save = (): void => saveUrl(name, url)
  return {
    save,
    release: () => void setTimeout(() => URL.revokeObjectURL(url), revokeMs),
    button: (
      <KeepButton
        words="Save"
        label="Save the screenshot"
        onSave={save}
        onDrag={event => {
          if (bytes === null) dragByBrowser(event, name, picture.type, url)
          else dragByShell(event, { is: 'picture', name, bytes })
        }}
      />
    ),
  }
}
