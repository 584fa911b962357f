// What is on the screen, as a list beside the picture: for screen readers, and for tapping by name.
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceTile, Observed } from '#shared/protocol/shapes.ts'
import type { DeviceActs } from '#renderer/stage/use-device.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Bones, Failed, Note } from '#renderer/ui/message.tsx'
import { useAnswer, useWatch } from '#renderer/use-hub.ts'

type Node = NonNullable<Observed['tree']>[number]

const quietMs = 700

export function ElementList({ device, acts }: { readonly device: DeviceTile; readonly acts: DeviceActs }): ReactNode {
  const still = useWatch('still', { device: device.id })
  const seen = useAnswer(
    'devices.observe',
    { device: device.id },
    useQuiet(still.is === 'ready' ? still.value.generation : 0),
  )
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
        {seen.is === 'ready' && <Elements seen={seen.value} acts={acts} />}
      </div>
    </section>
  )
}

function Elements({ seen, acts }: { readonly seen: Observed; readonly acts: DeviceActs }): ReactNode {
  if (seen.tree === null)
    return (
      <Note>{seen.tree_missing ?? 'There is no list of elements for this screen.'} The picture is all there is.</Note>
    )
  const shown = linesOf(seen.tree)
  if (shown.length === 0) return <p className="quiet elements__none">Nothing on this screen has a name.</p>
  return (
    <ul className="elements__list">
      {shown.map(({ node, name }) => (
        <li key={node.index}>
          {isPressable(node) ? (
            <button
              type="button"
              className="elements__line elements__line--press"
              aria-disabled={!acts.isMine || undefined}
              // Of the look it was read in: where the screen was turned since, the place is another.
              onClick={() =>
                acts.isMine && acts.input({ kind: 'tap', at: { ...centreOf(node), generation: seen.generation } })
              }
            >
              <Words node={node} name={name} />
            </button>
          ) : (
            <div className="elements__line">
              <Words node={node} name={name} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Words({ node, name }: { readonly node: Node; readonly name: string }): ReactNode {
  return (
    <>
      <span className={name === '' ? 'tone--medium' : ''}>{name === '' ? 'Without a name' : name}</span>
      <span className="elements__kind quiet">
        {[kindOf(node), ...node.flags.filter(flag => saidFlags.has(flag))].join(', ')}
      </span>
    </>
  )
}

const saidFlags = new Set(['checked', 'selected', 'focused', 'disabled', 'password'])
const nameOf = (node: Node): string => node.text || node.desc || node.hint

/** A row that is pressed goes by the words inside it, as a screen reader says it; those are then not told again. */
export function linesOf(tree: readonly Node[]): readonly { readonly node: Node; readonly name: string }[] {
  const byIndex = new Map(tree.map(node => [node.index, node]))
  const told = new Map<number, string[]>()
  const ownerOf = (node: Node): Node | null => {
    let at = node.parent === null ? undefined : byIndex.get(node.parent)
    while (at !== undefined && !isPressable(at)) at = at.parent === null ? undefined : byIndex.get(at.parent)
    return at ?? null
  }
  const rest: Node[] = []
  for (const node of tree) {
    const owner = isPressable(node) ? null : ownerOf(node)
    if (owner === null) rest.push(node)
    else if (nameOf(node) !== '') told.set(owner.index, [...(told.get(owner.index) ?? []), nameOf(node)])
  }
  return rest
    .map(node => ({ node, name: nameOf(node) || (told.get(node.index) ?? []).join(', ') }))
    .filter(({ node, name }) => name !== '' || isPressable(node))
}

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
