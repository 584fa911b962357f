// What was made of a device, to be taken along: a press saves it, and where the window can have it dragged out as a file, a drag
// carries it to another program.
import { Download, GripVertical } from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { Tip } from '#renderer/ui/button.tsx'

export function KeepButton({
  words,
  label,
  onSave,
  onDrag,
}: {
  readonly words: string
  readonly label: string
  readonly onSave: () => void
  /** Null: it cannot be dragged here. */
  readonly onDrag: ((event: DragEvent) => void) | null
}): ReactNode {
  const Icon = onDrag === null ? Download : GripVertical
  const tip = onDrag === null ? label : `${label}, or drag it out of the window`
  return (
    <Tip words={tip}>
      <button
        type="button"
        className="button button--bare keep"
        aria-label={tip}
        draggable={onDrag !== null}
        onDragStart={onDrag ?? undefined}
        onClick={onSave}
      >
        <Icon className="icon" aria-hidden />
        {words}
      </button>
    </Tip>
  )
}
