// What is on the screen, as a list beside the picture: for screen readers, and for tapping by name. Follows the picture on the
// glass: it takes none of its own, and asks for nothing in a hidden window.
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { commandOf } from '#shared/domain/commands.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import type { Point } from '#shared/domain/geometry.ts'
import type { DeviceTile, Observed } from '#shared/protocol/shapes.ts'
import { handOf } from '#renderer/stage/hand.ts'
import { LookWhen } from '#renderer/stage/look-when.ts'
import { figuresOf } from '#renderer/stage/pictures.ts'
import { sendInput } from '#renderer/stage/run-command.ts'
import { useCommands } from '#renderer/stage/use-commands.ts'
import { useIsHidden } from '#renderer/stage/use-is-hidden.ts'
import { Button, Tip } from '#renderer/ui/button.tsx'
import { Bones, Failed, Note } from '#renderer/ui/message.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useAnswer, useHub } from '#renderer/use-hub.ts'
import { useLive } from '#renderer/use-live.ts'

type Node = NonNullable<Observed['tree']>[number]
type Seen = ReturnType<typeof useAnswer<'devices.observe'>>

export function ElementList({ device }: { readonly device: DeviceTile }): ReactNode {
  const seen = useSeen(device)
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
        {seen.is === 'ready' && <Elements device={device} seen={seen.value} />}
      </div>
    </section>
  )
}

const valueOf = (seen: Seen): Observed | RefusalData | null =>
  seen.is === 'ready' ? seen.value : seen.is === 'failed' ? seen.why : null

/** Read as it opens, when the window is back in sight, and after what the living picture showed to have changed. */
function useSeen(device: DeviceTile): Seen {
  const hub = useHub()
  const isHidden = useIsHidden()
  const [version, setVersion] = useState(0)
  const [looks] = useState(() => new LookWhen())
  const answer = useAnswer('devices.observe', isHidden ? null : { device: device.id }, version)
  const pictures = useLive(figuresOf(device.id))?.shown ?? 0
  const [newest, setNewest] = useState({ pictures, atMs: 0 })
  const acts = useLive(handOf(hub, device.id).answered)
  const came = valueOf(answer)
  if (newest.pictures !== pictures) setNewest({ pictures, atMs: performance.now() })
  useEffect(() => {
    if (newest.atMs > 0) looks.changed(newest.atMs)
  }, [looks, newest])
  useEffect(() => looks.acted(), [looks, acts])
  useEffect(() => {
    if (came !== null) looks.came('screen' in came ? JSON.stringify(came) : null, performance.now())
  }, [looks, came])
  useEffect(() => {
    const { dueMs } = looks
    if (isHidden || dueMs === null) return
    const look = (): void => {
      looks.reading()
      setVersion(last => last + 1)
    }
    const timer = setTimeout(look, Math.max(0, dueMs - performance.now()))
    return () => clearTimeout(timer)
  }, [looks, newest, acts, came, isHidden])
  // What was read stays while nobody sees it: the line that has the focus keeps it.
  const [kept, setKept] = useState<Seen>(answer)
  if (!isHidden && (kept.is !== answer.is || came !== valueOf(kept))) setKept(answer)
  return isHidden ? kept : answer
}

function Elements({ device, seen }: { readonly device: DeviceTile; readonly seen: Observed }): ReactNode {
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
            <Press device={device} at={{ ...centreOf(node), generation: seen.generation }}>
              <Words node={node} name={name} />
            </Press>
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

/** Takes control as a control of the bar does. `at` is of the look it was read in: the screen may be held otherwise by now. */
function Press(props: { readonly device: DeviceTile; readonly at: Point; readonly children: ReactNode }): ReactNode {
  const { device, at, children } = props
  const hub = useHub()
  const notices = useNotices()
  const commands = useCommands(device)
  const take = commands.can(commandOf('take'))
  const why = device.control?.yours === true || take.yes ? null : take.why
  const line = (
    <button
      type="button"
      className="elements__line elements__line--press"
      aria-disabled={why !== null || undefined}
      onClick={() => {
        if (why !== null) return notices.say(why)
        sendInput({ hub, notices }, device, { kind: 'tap', at }).catch(notices.failed)
      }}
    >
      {children}
    </button>
  )
  return why === null ? line : <Tip words={why}>{line}</Tip>
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
