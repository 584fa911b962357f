// The screen map: where the nights went, drawn left to right from the first screen, with the same as a table for who
// does not see it; and a small one without names beside a running night.
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { MapLine } from '#shared/protocol/shapes.ts'
import { layoutOf } from '#renderer/nights/map-layout.ts'
import type { Placed } from '#renderer/nights/map-layout.ts'
import { Bones, Failed } from '#renderer/ui/message.tsx'
import { Picture } from '#renderer/ui/picture.tsx'
import { counted } from '#renderer/ui/words.ts'
import { useAnswer } from '#renderer/use-hub.ts'

type Screen = MapLine['screens'][number]

const columnPx = 190
const rowPx = 30
const nodeWidthPx = 11
const nodeHeightPx = 18
const nameCharactersMax = 22
/** About: the names are in the system's font. */
const letterPx = 6.4

export function ScreenMap({ app }: { readonly app: string }): ReactNode {
  const map = useAnswer('map.show', { app })
  return (
    <section className="panel panel--lined" aria-label="Screen map">
      <div className="panel__head">
        <h2 className="panel__title">Where it went</h2>
        {map.is === 'ready' && (
          <span className="quiet">{counted(map.value.screens.length, 'screen')} of this app so far</span>
        )}
        <ul className="legend panel__end quiet">
          <li>
            <i className="legend__node legend__node--seen" /> seen in several nights
          </li>
          <li>
            <i className="legend__node legend__node--new" /> in one night only
          </li>
          <li>
            <b>+3</b> controls never tried
          </li>
        </ul>
      </div>
      {map.is === 'loading' && (
        <div className="panel__body">
          <Bones rows={4} />
        </div>
      )}
      {map.is === 'failed' && <Failed what="The screen map could not be shown" why={map.why} again={map.again} />}
      {map.is === 'ready' && <Drawn map={map.value} />}
    </section>
  )
}

function Drawn({ map }: { readonly map: MapLine }): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null)
  if (map.screens.length === 0) return <p className="panel__body quiet">No screen was met yet.</p>
  const layout = layoutOf(map.screens, map.edges)
  const places = new Map(layout.nodes.map(node => [node.screen.id, node]))
  const width = layout.depths * columnPx + 8
  const height = layout.rows * rowPx + 8
  const screen = map.screens.find(one => one.id === chosen) ?? null
  return (
    <div className="map">
      <div className="map__scroll" tabIndex={0} role="group" aria-label="The map; scroll to see all of it">
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={`${map.screens.length} screens`}
        >
          {layout.nodes.map(node => {
            const parent = node.parent === null ? undefined : places.get(node.parent)
            return parent === undefined ? null : (
              <path key={`e-${node.screen.id}`} className="map__edge" d={curve(parent, node)} />
            )
          })}
          {layout.nodes.map(node => (
            <Node
              key={node.screen.id}
              node={node}
              isChosen={node.screen.id === chosen}
              onChoose={() => setChosen(node.screen.id === chosen ? null : node.screen.id)}
            />
          ))}
        </svg>
      </div>
      {screen !== null && (
        <aside className="map__screen" aria-label={screen.name}>
          <Picture url={screen.picture} words={`The screen ${screen.name}`} />
          <b>{nameOf(screen)}</b>
          <span className="quiet">{factsOf(screen)}</span>
        </aside>
      )}
    </div>
  )
}

const left = (node: { readonly depth: number }): number => node.depth * columnPx + 4
const middle = (node: { readonly row: number }): number => node.row * rowPx + rowPx / 2 + 4

function curve(from: Placed<Screen>, to: Placed<Screen>): string {
  const begin =
    left(from) + nodeWidthPx + 12 + shownName(from.screen).length * letterPx + (from.screen.untried > 0 ? 24 : 0)
  const [x1, y1, x2, y2] = [Math.min(begin, left(to) - 12), middle(from), left(to), middle(to)]
  const bend = (x1 + x2) / 2
  return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`
}

function Node({
  node,
  isChosen,
  onChoose,
}: {
  readonly node: Placed<Screen>
  readonly isChosen: boolean
  readonly onChoose: () => void
}): ReactNode {
  const { screen } = node
  const name = nameOf(screen)
  const shown = shownName(screen)
  // The name begins with what is seen: it can be said to a computer that listens.
  const seen = `${shown}${screen.untried > 0 ? ` +${screen.untried}` : ''}`
  const kind = screen.nights <= 1 ? 'new' : 'seen'
  return (
    <g
      className={`map__node map__node--${kind}${isChosen ? ' is-chosen' : ''}`}
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={`${seen}: ${shown === name ? '' : `${name}, `}${factsOf(screen)}`}
      onClick={onChoose}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onChoose()
      }}
    >
      <rect className="map__hit" x={left(node) - 3} y={middle(node) - 13} width={columnPx - 24} height={26} rx={6} />
      <rect
        className="map__box"
        x={left(node)}
        y={middle(node) - nodeHeightPx / 2}
        width={nodeWidthPx}
        height={nodeHeightPx}
        rx={3}
      />
      <text x={left(node) + nodeWidthPx + 7} y={middle(node) + 4}>
        {shown}
        {screen.untried > 0 && <tspan className="map__untried"> +{screen.untried}</tspan>}
      </text>
    </g>
  )
}

const nameOf = (screen: Screen): string => (screen.name === '' ? `Screen ${screen.id}` : screen.name)
function shownName(screen: Screen): string {
  const name = nameOf(screen)
  return name.length > nameCharactersMax ? `${name.slice(0, nameCharactersMax - 1)}…` : name
}

const factsOf = (screen: Screen): string =>
  `${counted(screen.visits, 'visit')}, ${counted(screen.nights, 'night')}${screen.untried > 0 ? `, ${screen.untried} not tried yet` : ', all tried'}`

export function MiniMap(props: {
  readonly app: string
  /** Asked again when this changes. */
  readonly version: number
  readonly here: string | null
  readonly screens: number
  readonly fresh: number
}): ReactNode {
  const map = useAnswer('map.show', { app: props.app }, props.version)
  if (map.is !== 'ready' || map.value.screens.length === 0) return null
  const layout = layoutOf(map.value.screens, map.value.edges)
  const places = new Map(layout.nodes.map(node => [node.screen.id, node]))
  const width = Math.max(12, layout.rows) * 13
  const height = layout.depths * 34
  const x = (node: Placed<Screen>): number => node.row * 13 + 6.5
  const y = (node: Placed<Screen>): number => node.depth * 34 + 14
  return (
    <section className="panel" aria-label="Screen map">
      <div className="panel__head">
        <h3>Screen map</h3>
        <span className="panel__end quiet">
          {counted(props.screens, 'screen')}
          {props.fresh > 0 ? `, ${props.fresh} new` : ''}
        </span>
      </div>
      <svg
        className="mini"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${props.screens} screens, ${props.fresh} new`}
      >
        {layout.nodes.map(node => {
          const parent = node.parent === null ? undefined : places.get(node.parent)
          return parent === undefined ? null : (
            <path
              key={`e-${node.screen.id}`}
              className="map__edge"
              d={`M${x(parent)} ${y(parent) + 6}C${x(parent)} ${y(node) - 12} ${x(node)} ${y(parent) + 14} ${x(node)} ${y(node) - 6}`}
            />
          )
        })}
        {layout.nodes.map(node => (
          <rect
            key={node.screen.id}
            className={`mini__node map__node--${node.screen.nights <= 1 ? 'new' : 'seen'}${node.screen.id === props.here ? ' is-here' : ''}`}
            x={x(node) - 3.5}
            y={y(node) - 6}
            width={7}
            height={12}
            rx={2}
          />
        ))}
      </svg>
    </section>
  )
}
