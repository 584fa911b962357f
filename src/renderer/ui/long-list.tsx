// A list that may have ten thousand rows: only what is in sight is drawn once it is long. Each row says its place.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'

interface LongListProps<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T, index: number) => string
  readonly render: (item: T, index: number) => ReactNode
  readonly label: string
  /** A row's height in px before it is measured. */
  readonly estimatePx: number
  /** Kept in sight; null for none. */
  readonly shownKey?: string | null
  /** Rows that hold nothing to press: the list itself takes the focus, so that it can be scrolled by keyboard. */
  readonly isRead?: boolean
  /** Rows now in sight, for lists that load as one scrolls. */
  readonly onRange?: (from: number, to: number) => void
}

const plainMax = 150
const focusable = { tabIndex: 0 }

export function LongList<T>(props: LongListProps<T>): ReactNode {
  return props.items.length > plainMax ? <VirtualList {...props} /> : <PlainList {...props} />
}

function PlainList<T>({
  items,
  keyOf,
  render,
  label,
  shownKey = null,
  isRead = false,
  onRange,
}: LongListProps<T>): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    if (shownKey !== null)
      list.current?.querySelector(`[data-key="${CSS.escape(shownKey)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [shownKey])
  useEffect(() => onRange?.(0, Math.max(0, items.length - 1)), [onRange, items.length])
  return (
    <div className="long-list" {...(isRead ? focusable : {})}>
      <ul ref={list} aria-label={label}>
        {items.map((item, index) => (
          <li key={keyOf(item, index)} data-key={keyOf(item, index)}>
            {render(item, index)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function VirtualList<T>({
  items,
  keyOf,
  render,
  label,
  estimatePx,
  shownKey = null,
  isRead = false,
  onRange,
}: LongListProps<T>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    overscan: 8,
    getItemKey: index => keyAt(items, index, keyOf),
  })
  const rows = virtual.getVirtualItems()
  const shownIndex = shownKey === null ? -1 : items.findIndex((item, index) => keyOf(item, index) === shownKey)
  useLayoutEffect(() => {
    if (shownIndex >= 0) virtual.scrollToIndex(shownIndex, { align: 'auto' })
  }, [shownIndex, virtual])
  const from = rows[0]?.index ?? 0
  const to = rows.at(-1)?.index ?? 0
  useEffect(() => onRange?.(from, to), [onRange, from, to])
  return (
    <div ref={scroller} className="long-list" tabIndex={isRead ? 0 : -1}>
      <ul aria-label={label} className="long-list__whole" style={{ height: virtual.getTotalSize() }}>
        {rows.map(row => {
          const item = items[row.index]
          return item === undefined ? null : (
            <li
              key={row.key}
              ref={virtual.measureElement}
              data-index={row.index}
              data-key={row.key}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {render(item, row.index)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function keyAt<T>(items: readonly T[], index: number, keyOf: (item: T, index: number) => string): string {
  const item = items[index]
  return item === undefined ? String(index) : keyOf(item, index)
}
