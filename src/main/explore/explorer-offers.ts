// What the explorer may try on the screen it sees, each with a key, a level and a weight. Pure but for noting keys in the map.
import type { Action } from '#shared/domain/night.ts'
import { isEditable, type ElementTree } from '#shared/domain/element.ts'
import type { Control } from '#main/explore/controls.ts'
import { rowsOf, type Row } from '#main/explore/forms.ts'
import type { Sight } from '#main/explore/policy.ts'
import { missesMost, type Level, type ScreenRecord, type Try } from '#main/explore/screen-map.ts'
import { targetOf } from '#main/explore/targets.ts'

export interface Offer {
  readonly key: string
  readonly level: Level
  readonly weight: number
  readonly does: Does
}

export type Does =
  | { readonly what: 'act'; readonly action: Action; readonly control: Control | null }
  | { readonly what: 'row'; readonly form: string; readonly row: Row }
  | { readonly what: 'life' }

export interface Mood {
  /** Words of what changed today: controls that carry one are tried sooner. */
  readonly changedWords: readonly string[]
  readonly isRoot: (screen: ScreenRecord) => boolean
  /** Which of alike rows to try third. */
  readonly below: (n: number) => number
}

const variantsTried = 8

/** Everything there is to do here, also what was tried before; the caller picks by the map's counts. */
export function offersOf(sight: Sight, mood: Mood): readonly Offer[] {
  const { observation, place, forms } = sight
  const tree = observation.tree
  if (tree === null) return []
  const offers: Offer[] = []
  const submits = new Set(forms.map(form => form.submit?.element))
  for (const control of sight.controls) {
    if (control.dangerous || control.role === 'field') continue
    if (submits.has(control.element)) continue
    offers.push(...ofControl(sight, tree, control, mood))
  }
  for (const scroller of sight.scrollers.slice(0, 3)) {
    const swipe = (direction: 'up' | 'left'): Action => ({
      kind: 'swipe',
      target: targetOf(tree, scroller.element, place.screen.id),
      direction,
    })
    const key = `${scroller.cluster}~down`
    offers.push({ key, level: 0, weight: 2, does: { what: 'act', action: swipe('up'), control: null } })
    // Each time it moved there may be more below.
    for (let n = 2; n <= 6 && (place.screen.tries.get(n === 2 ? key : `${key}${n - 1}`)?.changed ?? 0) > 0; n++)
      offers.push({ key: `${key}${n}`, level: 0, weight: 2, does: { what: 'act', action: swipe('up'), control: null } })
  }
  for (const form of forms)
    for (const row of rowsOf(form.fields, form.submit !== null || form.submitDisabled))
      offers.push({
        key: rowKey(form.key, row.name),
        level: row.level,
        weight: row.level === 0 ? 8 : 4,
        does: { what: 'row', form: form.key, row },
      })
  if (!mood.isRoot(place.screen) && !observation.keyboard.shown)
    offers.push({ key: 'back', level: 1, weight: 1, does: { what: 'act', action: { kind: 'back' }, control: null } })
  if (place.variant > 0 && place.variant < variantsTried && holdsState(tree) && !observation.keyboard.shown)
    offers.push({ key: `probe:life@${place.variant}`, level: 1, weight: 3, does: { what: 'life' } })
  offers.push({ key: 'probe:life', level: place.screen.dialog ? 2 : 1, weight: 3, does: { what: 'life' } })
  return offers
}

function ofControl(sight: Sight, tree: ElementTree, control: Control, mood: Mood): readonly Offer[] {
  const { place } = sight
  const tap = (within?: { x: number; y: number }): Does => ({
    what: 'act',
    action: { kind: 'tap', target: targetOf(tree, control.element, place.screen.id, within) },
    control,
  })
  const skips = /^(skip|start|get started|not now|later|überspringen|los|omitir|passer)\b/iu.test(control.label) ? 4 : 1
  const today = skips * (mood.changedWords.some(word => control.label.toLowerCase().includes(word)) ? 1.5 : 1)
  const offers: Offer[] = []
  if (control.role === 'slider') {
    offers.push({ key: `${control.cluster}~high`, level: 0, weight: 2, does: tap({ x: 0.97, y: 0.5 }) })
    offers.push({ key: `${control.cluster}~low`, level: 1, weight: 2, does: tap({ x: 0.03, y: 0.5 }) })
    return offers
  }
  if (control.idle) return offers
  if (control.element.longClickable && control.place === 0)
    offers.push({
      key: `${control.cluster}~long`,
      level: 0,
      weight: today,
      does: {
        what: 'act',
        action: { kind: 'long_press', target: targetOf(tree, control.element, place.screen.id) },
        control,
      },
    })
  if (!control.element.clickable && !control.element.checkable) return offers
  const alike = control.of
  if (control.place === 0) {
    offers.push({
      key: control.cluster,
      level: control.role === 'up' ? 1 : 0,
      weight: (control.role === 'up' ? 1 : 4) * today,
      does: tap(),
    })
    const before = place.screen.tries.get(control.cluster)
    // Did nothing in another state of the screen: once more in this one.
    if (
      control.role === 'button' &&
      (before?.tonight ?? 0) > 0 &&
      before?.changed === 0 &&
      holdsState(tree) &&
      place.variant > 0 &&
      place.variant < variantsTried
    )
      offers.push({ key: `${control.cluster}@${place.variant}`, level: 0, weight: 4, does: tap() })
    // What stayed where it was may behave otherwise the second time.
    if (control.role === 'button' && (before?.changed ?? 0) > 0 && staysOn(sight, control.cluster))
      offers.push({ key: `${control.cluster}~twice`, level: 1, weight: 3, does: tap() })
    if (control.role === 'button' && (before?.changed ?? 1) > 0 && place.variant > 0 && place.variant < variantsTried)
      offers.push({ key: `${control.cluster}@${place.variant}`, level: 2, weight: 3, does: tap() })
  } else if (control.place === alike - 1)
    offers.push({ key: `${control.cluster}~last`, level: 1, weight: 2, does: tap() })
  else if (control.place === 1 + (alike > 3 ? mood.below(alike - 2) : 0))
    offers.push({ key: `${control.cluster}~any`, level: 2, weight: 2, does: tap() })
  return offers
}

const staysOn = (sight: Sight, key: string): boolean =>
  sight.map.edgesFrom(sight.place.screen.id).some(edge => edge.key === key && edge.to === edge.from)

export const rowKey = (form: string, row: string): string => `row:${form}:${row}`

/** Still worth doing: never tried tonight, and not looked for in vain. */
export const isOpen = (entry: Try | undefined): boolean =>
  entry === undefined || (entry.tonight === 0 && entry.missed < missesMost)

/** The lowest level of what is still open on a screen; null when nothing is. `ever` counts what earlier nights tried as done. */
export function openLevel(screen: ScreenRecord, ever: boolean): Level | null {
  let lowest: Level | null = null
  for (const entry of screen.tries.values()) {
    // What is of one state of the screen (`@`) is tried when the screen is in it, not travelled to.
    if (!isOpen(entry) || entry.key.includes('@') || (ever && entry.ever > 0)) continue
    if (lowest === null || entry.level < lowest) lowest = entry.level
  }
  return lowest
}

/** Controls whose state a turn or a trip to the background could lose: fields with text, toggles, sliders. */
export function holdsState(tree: ElementTree | null): boolean {
  return (
    tree?.nodes.some(node => (isEditable(node) && node.text !== '' && node.text !== node.hint) || node.checkable) ??
    false
  )
}
