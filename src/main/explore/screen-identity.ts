// Which screen is this? A pure function of the tree (the picture where there is none). Used by map, mission and replay.
// Lists, clocks, themes and what was typed make no new screen; what is checked or chosen makes a variant.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, shortId, type Element, type ElementTree } from '#shared/domain/element.ts'
import { areaOf, heightOf, isEmpty, widthOf } from '#shared/domain/geometry.ts'
import { hasOwnText, isBare, isInRow, isOwnId, isTransient, nodesOf } from '#main/explore/oracles/tree-reading.ts'
import { differenceHash, hammingDistance } from '#main/explore/picture-look.ts'

export interface Identity {
  /** `id:`, `tap:` (class of a control), `label:`, `row:`, `title:`, `in:` (activity) and `of:` (package). */
  readonly features: ReadonlySet<string>
  /** Canonical: equal strings are the same variant of a screen. */
  readonly variant: string
  /** For people; '' when nothing says. */
  readonly title: string
  /** Of the picture, only where there is no tree. */
  readonly pictureHash: string | null
}

const sameFrom = 0.6
/** Two scroll positions of one titled screen share less than two visits do. */
const sameTitledFrom = 0.3
const pictureBits = 8

/** `data`: texts known to be user data (seen in rows, typed), which name no screen. */
export function identityOf(observation: Observation, app: string, data: ReadonlySet<string> = new Set()): Identity {
  const tree = observation.tree
  if (tree === null || isBare(tree))
    return { features: new Set(), variant: bitsOf(observation), title: '', pictureHash: null }
  const own = nodesOf(observation, app).filter(node => node.package === app)
  const nodes = (own.length > 0 ? own : tree.nodes.filter(node => !isEmpty(node.bounds))).filter(
    node => !isTransient(tree, node),
  )
  const heading = headingOf(observation, tree, nodes)
  return {
    features: featuresOf(observation, app, tree, nodes, heading, data),
    variant: variantOf(observation, tree, nodes),
    title: titleOf(observation, tree, nodes, heading),
    pictureHash: null,
  }
}

/** The same, with the picture's hash where there is no tree to go by. */
export async function identityWithPicture(
  observation: Observation,
  app: string,
  data: ReadonlySet<string> = new Set(),
): Promise<Identity> {
  const identity = identityOf(observation, app, data)
  if (identity.features.size > 0) return identity
  return { ...identity, pictureHash: differenceHash(await observation.picture.pixels()) }
}

/** Weighted Jaccard, 0 to 1: ids count double, titles and rows are judged apart. */
export function overlap(a: Identity, b: Identity): number {
  if (a.features.size === 0 || b.features.size === 0) {
    if (a.pictureHash === null || b.pictureHash === null) return a.features.size === b.features.size ? 1 : 0
    return 1 - hammingDistance(a.pictureHash, b.pictureHash) / 64
  }
  let shared = 0
  let all = 0
  for (const feature of a.features) {
    const weight = weightOf(feature)
    all += weight
    if (b.features.has(feature)) shared += weight
  }
  for (const feature of b.features) if (!a.features.has(feature)) all += weightOf(feature)
  return all === 0 ? 1 : shared / all
}

export interface SameHow {
  /** False across languages: titles and labels are not compared. */
  readonly labels?: boolean
}

export function sameScreen(a: Identity, b: Identity, how: SameHow = {}): boolean {
  if (a.features.size === 0 || b.features.size === 0) {
    if (a.features.size !== b.features.size) return false
    return a.pictureHash === null || b.pictureHash === null
      ? a.pictureHash === b.pictureHash
      : hammingDistance(a.pictureHash, b.pictureHash) <= pictureBits
  }
  if (differs(a, b, 'in:') || differs(a, b, 'of:')) return false
  if (how.labels === false) return overlap(withoutLabels(a), withoutLabels(b)) >= sameFrom
  const titled = only(a, 'title:')
  if (differs(a, b, 'title:')) return false
  if (titled !== null && titled === only(b, 'title:')) return overlap(a, b) >= sameTitledFrom
  if (overlap(a, b) < sameFrom) return false
  return !isThin(a) || !isThin(b) || rowsAgree(a, b)
}

function featuresOf(
  observation: Observation,
  app: string,
  tree: ElementTree,
  nodes: readonly Element[],
  heading: Element | null,
  data: ReadonlySet<string>,
): ReadonlySet<string> {
  const features = new Set<string>()
  const rows: string[] = []
  for (const node of nodes) {
    if (isOwnId(node)) features.add(`id:${shortId(node.id)}`)
    if (node.clickable || node.checkable || isEditable(node))
      features.add(`tap:${node.className.slice(node.className.lastIndexOf('.') + 1)}`)
    const label = isEditable(node) ? node.hint : node.text || node.desc
    if (!isStatic(label, data)) continue
    if (isInRow(tree, node)) rows.push(`row:${label}`)
    else if (node === heading) continue
    else if (!isOwnId(node)) features.add(`label:${label}`)
  }
  for (const row of rows.slice(0, 12)) features.add(row)
  const title = heading === null ? '' : wordsOf(heading)
  const repeated = nodes.some(node => node !== heading && node.text === title && !node.clickable)
  if (heading !== null && isStatic(title, data) && !repeated) features.add(`title:${title}`)
  const front = observation.foreground
  if (front.package !== app && front.package !== '') features.add(`of:${front.package}`)
  else if (front.activity !== null && front.activity !== '' && features.size > 0) features.add(`in:${front.activity}`)
  return features
}

/** Short and without digits: what an app's own words look like. */
function isStatic(label: string, data: ReadonlySet<string>): boolean {
  return label !== '' && label.length <= 28 && !/\p{Nd}/u.test(label) && !/[@“”"\n]/u.test(label) && !data.has(label)
}

/** What the app bar says, or a dialog's first words. */
function headingOf(observation: Observation, tree: ElementTree, nodes: readonly Element[]): Element | null {
  const speaking = nodes.filter(node => hasOwnText(node) && !isEditable(node) && !isInRow(tree, node))
  if (isDialog(observation)) return speaking.find(node => !node.clickable && !/Button/.test(node.className)) ?? null
  const bar = (observation.densityDpi / 160) * 96
  const inBar = speaking.filter(node => node.bounds.top < bar && node.bounds.bottom < bar * 1.5 && !node.clickable)
  return inBar.toSorted((a, b) => a.bounds.top - b.bounds.top || heightOf(b.bounds) - heightOf(a.bounds))[0] ?? null
}

/** What is in the tree leaves the top of the screen free and does not reach from edge to edge. */
export function isDialog(observation: Observation): boolean {
  const nodes = (observation.tree?.nodes ?? []).filter(
    node =>
      !isEmpty(node.bounds) && (node.text !== '' || node.desc !== '' || node.clickable || /Image/.test(node.className)),
  )
  if (nodes.length === 0 || nodes.length > 40) return false
  if (nodes.some(node => /alertTitle|parentPanel|dialog_title/i.test(node.id))) return true
  const { width, height } = observation.size
  const root = observation.tree?.nodes[0]?.bounds
  if (root !== undefined && root.top > height * 0.05) return true
  const top = Math.min(...nodes.map(node => node.bounds.top))
  const inset = nodes.every(node => node.bounds.left > width * 0.02 && node.bounds.right < width * 0.98)
  return top > height * 0.12 && inset && nodes.some(node => node.clickable)
}

function titleOf(
  observation: Observation,
  tree: ElementTree,
  nodes: readonly Element[],
  heading: Element | null,
): string {
  if (heading !== null) return short(wordsOf(heading))
  const upper = nodes
    .filter(
      node =>
        hasOwnText(node) &&
        !isEditable(node) &&
        !isInRow(tree, node) &&
        node.text.length <= 32 &&
        !/[.!]$/.test(node.text),
    )
    .filter(node => node.bounds.top < observation.size.height * 0.4)
  const best = upper.toSorted(
    (a, b) => Number(a.clickable) - Number(b.clickable) || lineHeight(b) - lineHeight(a) || a.bounds.top - b.bounds.top,
  )[0]
  if (best !== undefined) return short(best.text)
  const activity = observation.foreground.activity ?? ''
  const named = activity
    .slice(Math.max(activity.lastIndexOf('.'), activity.lastIndexOf('/')) + 1)
    .replace(/(Activity|Screen|Fragment)$/, '')
  return named.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
}

const lineHeight = (node: Element): number =>
  Math.min(heightOf(node.bounds), areaOf(node.bounds) / Math.max(1, node.text.length))
const short = (words: string): string => (words.length > 40 ? `${words.slice(0, 39)}…` : words).replaceAll(/\s+/g, ' ')
const wordsOf = (element: Element): string => element.text || element.desc

/** Everything that makes the same screen behave differently, in one order. */
function variantOf(observation: Observation, tree: ElementTree, nodes: readonly Element[]): string {
  const ids = new Map<string, number>()
  const bits = new Set<string>()
  let unnamed = 0
  for (const node of nodes) {
    const name = isOwnId(node)
      ? shortId(node.id)
      : node.clickable || node.checkable
        ? `${node.className.slice(node.className.lastIndexOf('.') + 1)}${unnamed++}`
        : ''
    if (isOwnId(node)) ids.set(name, (ids.get(name) ?? 0) + 1)
    if (name === '' || isInRow(tree, node)) continue
    if (node.checked) bits.add(`checked:${name}`)
    if (node.selected) bits.add(`selected:${name}`)
    if (!node.enabled) bits.add(`disabled:${name}`)
    if (isEditable(node)) bits.add(`field:${name}=${hasOwnText(node) ? 'filled' : 'empty'}`)
  }
  for (const name of ids.keys()) bits.add(`id:${name}`)
  for (const node of nodes)
    if (/RecyclerView|ListView/.test(node.className)) {
      const rows = tree.nodes.filter(row => row.parent === node.index).length
      bits.add(`list:${shortId(node.id)}=${rows === 0 ? 'empty' : 'rows'}`)
    }
  if (isDialog(observation)) bits.add('dialog')
  return [...[...bits].sort(), bitsOf(observation)].filter(part => part !== '').join(';')
}

function bitsOf(observation: Observation): string {
  const bits = [
    observation.keyboard.shown ? 'keyboard' : '',
    observation.foreground.overlay === null ? '' : `over:${observation.foreground.overlay.replace(/[:\s].*$/s, '')}`,
    observation.orientation === 'landscape' ? 'landscape' : '',
  ]
  return bits.filter(bit => bit !== '').join(';')
}

function weightOf(feature: string): number {
  if (feature.startsWith('id:')) return 2
  if (
    feature.startsWith('row:') ||
    feature.startsWith('title:') ||
    feature.startsWith('in:') ||
    feature.startsWith('of:')
  )
    return 0
  return 1
}

function only(identity: Identity, prefix: string): string | null {
  for (const feature of identity.features) if (feature.startsWith(prefix)) return feature
  return null
}

/** Both say one, and not the same one. A package is said only of foreign screens, so one side is enough. */
function differs(a: Identity, b: Identity, prefix: string): boolean {
  const left = only(a, prefix)
  const right = only(b, prefix)
  return prefix === 'of:' ? left !== right : left !== null && right !== null && left !== right
}

function withoutLabels(identity: Identity): Identity {
  const features = [...identity.features].filter(feature => feature.startsWith('id:') || feature.startsWith('tap:'))
  return { ...identity, features: new Set(features) }
}

/** Too little to tell screens apart by: the rows must agree then. */
function isThin(identity: Identity): boolean {
  let weight = 0
  for (const feature of identity.features) weight += weightOf(feature)
  return weight < 10
}

/** Of the shorter list, half the rows are in the longer one; a list without rows agrees with any. */
function rowsAgree(a: Identity, b: Identity): boolean {
  const left = [...a.features].filter(feature => feature.startsWith('row:'))
  const right = new Set([...b.features].filter(feature => feature.startsWith('row:')))
  const fewer = Math.min(left.length, right.size)
  return fewer === 0 || left.filter(row => right.has(row)).length * 2 >= fewer
}

/** Words in list rows: data, by which a caller may tell later what is no title and needs no translation. */
export function rowTextsOf(observation: Observation, app: string): ReadonlySet<string> {
  const tree = observation.tree
  if (tree === null) return new Set()
  const rows = nodesOf(observation, app).filter(
    node => node.text !== '' && widthOf(node.bounds) > 0 && isInRow(tree, node),
  )
  return new Set(rows.map(node => node.text))
}
