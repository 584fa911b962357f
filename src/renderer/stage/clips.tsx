// The files of a device's last recording that has ended, under its tile: to save, and to drag out where the shell carries them. In a
// browser they are not dragged: their address would let the page they are dropped on read files of the hub.
import type { ReactNode } from 'react'
import type { RecordingRow } from '#shared/protocol/methods/record.ts'
import { dragByShell, shellDrag } from '#renderer/shell/drag-out.ts'
import { KeepButton } from '#renderer/stage/keep-button.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { saveUrl } from '#renderer/ui/save.ts'
import { useHub } from '#renderer/use-hub.ts'

/** The rest is where the first ones are. */
const shownMax = 3

export const nameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

export function Clips({ row, name }: { readonly row: RecordingRow; readonly name: string }): ReactNode {
  const hub = useHub()
  const notices = useNotices()
  const canDrag = shellDrag() !== null
  const files = row.files.filter(({ url }) => canDrag || url !== null)
  return files.slice(0, shownMax).map(({ file, url }, index) => {
    const number = files.length === 1 ? '' : ` ${index + 1}`
    return (
      <KeepButton
        key={file}
        words={`Clip${number}`}
        label={`${url === null ? 'Say where clip' : 'Save clip'}${number} of ${name}${url === null ? ' is' : ''}`}
        onSave={() => {
          if (url === null) notices.done(`The clip is ${file}.`)
          else saveUrl(nameOf(file), hub.addressOf(url))
        }}
        onDrag={canDrag ? event => dragByShell(event, { is: 'clip', file }) : null}
      />
    )
  })
}
