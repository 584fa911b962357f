// What is on the screen, as a list beside the picture: for screen readers, and for tapping by name.
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceTile, Observed } from '#shared/protocol/shapes.ts'
import type { DeviceActs } from '#renderer/devices/use-device.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Bones, Failed, Note } from '#renderer/ui/message.tsx'
import { useAnswer, useWatch } from '#renderer/use-hub.ts'

type Node = NonNullable<Observed['tree']>[number]

const quietMs = 700

export function ElementList({ device, acts }: { readonly device: DeviceTile; readonly acts: DeviceActs }): ReactNode {
  const still = useWatch('still', { device: device.id })
  const seen = useAnswer('devices.observe', { device: device.id }, useQuiet(still.is === 'ready' ? still.value.generation : 0))
  return (
    <section className="elements panel panel--lined" aria-label="What is on the screen">
      <div className="panel__head">
        <h2>On the screen</h2>
        {seen.is === 'ready' && <span className="quiet">{seen.value.screen}</span>}
        <div className="panel__end">
          <Button look="bare" icon={RefreshCw} onPress={seen.again}>
            Look again
          </Button>
        </div>
      </div>
      <div className="elements__body">
        {seen.is === 'loading' && <Bones rows={6} />}
        {seen.is === 'failed' && <Failed what="The screen could not be read" why={seen.why} again={seen.again} />}
        {seen.is === 'ready' && <Elements seen={seen.value} device={device} acts={acts} />}
      </div>
    </section>
  )
}

function Elements({ seen, device, acts }: { readonly seen: Observed; readonly device: DeviceTile; readonly acts: DeviceActs }): ReactNode {
  if (seen.tree === null) return <Note>{seen.tree_missing ?? 'There is no list of elements for this screen.'} The picture is all there is.</Note>
  const shown = seen.tree.filter(node => nameOf(node) !== '' || isPressable(node))
  if (shown.length === 0) return <p className="quiet elements__none">Nothing on this screen has a name.</p>
  return (
    <ul className="elements__list">
      {shown.map(node => (
        <li key={node.index}>
          {isPressable(node) ? (
            <button
              type="button"
              className="elements__line elements__line--press"
              aria-disabled={!acts.isMine || undefined}
              onClick={() => acts.isMine && acts.input({ kind: 'tap', at: { ...centreOf(node), generation: device.generation } })}
            >
              <Words node={node} />
            </button>
          ) : (
            <div className="elements__line">
              <Words node={node} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Words({ node }: { readonly node: Node }): ReactNode {
  const name = nameOf(node)
  return (
    <>
      <span className={name === '' ? 'tone--medium' : ''}>{name === '' ? 'Without a name' : name}</span>
      <span className="elements__kind quiet">{[kindOf(node), ...node.flags.filter(flag => saidFlags.has(flag))].join(', ')}</span>
    </>
  )
}

const saidFlags = new Set(['checked', 'selected', 'focused', 'disabled', 'password'])
const nameOf = (node: Node): string => node.text || node.desc || node.hint
const isPressable = (node: Node): boolean => node.flags.includes('clickable')
const centreOf = ({ bounds }: Node): { x: number; y: number } => ({
  x: Math.floor((bounds.left + bounds.right) / 2),
  y: Math.floor((bounds.top + bounds.bottom) / 2),
})

function kindOf(node: Node): string {
  const name = node.class.slice(node.class.lastIndexOf('.') + 1)
  return name === '' ? 'element' : name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase()
}

/** A number that changes only after it was left alone for a moment. */
function useQuiet(value: number): number {
  const [quiet, setQuiet] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    timer.current = setTimeout(() => setQuiet(value), quietMs)
    return () => {
      if (timer.current !== null) clearTimeout(timer.current)
    }
  }, [value])
  return quiet
}
