// Questions about elements that several oracles ask: whose it is, whether it is a row, cut by a scroller, under the keyboard.
// Pure functions of an observation; decides no fault.
import type { Observation } from '#shared/domain/device.ts'
import {
  isEditable,
  shortId,
  subtreeOf,
  wordsOfElement,
  type Element,
  type ElementTree,
} from '#shared/domain/element.ts'
import { areaOf, containsRect, heightOf, intersect, isEmpty, widthOf, type Rect } from '#shared/domain/geometry.ts'

const listClasses = /RecyclerView|ListView|GridView|LazyColumn|LazyRow|UITable|UICollection|CollectionView/
const progressClasses = /ProgressBar|ProgressIndicator|ActivityIndicator/
const opaqueClasses = /WebView|SurfaceView|TextureView|VideoView|PlayerView|MapView|GLSurface/

/** Own short id, else that of the closest ancestor which is about as small (a row, a button), else ''. */
export function nameOf(tree: ElementTree, element: Element): string {
  if (isOwnId(element)) return shortId(element.id)
  const limit = Math.max(areaOf(element.bounds) * 40, 1)
  for (let at = element.parent; at !== null; at = tree.nodes[at]?.parent ?? null) {
    const node = tree.nodes[at]
    if (node === undefined || node.scrollable || listClasses.test(node.className) || areaOf(node.bounds) > limit)
      return ''
    if (isOwnId(node)) return shortId(node.id)
  }
  return ''
}

/** An id the app gave, not the framework's. */
export const isOwnId = (element: Element): boolean =>
  element.id !== '' && !element.id.startsWith('android:') && shortId(element.id) !== ''

/** The app's elements that are on the screen at all, in tree order. */
export function nodesOf(observation: Observation, app: string): readonly Element[] {
  if (observation.tree === null) return []
  return observation.tree.nodes.filter(
    node => (node.package === app || node.package === '') && !isEmpty(intersect(node.bounds, screenOf(observation))),
  )
}

export const screenOf = (observation: Observation): Rect => ({
  left: 0,
  top: 0,
  right: observation.size.width,
  bottom: observation.size.height,
})

/** The app in front and nothing of the system over it: only then is what is seen the app's. */
export function isInFront(observation: Observation, app: string): boolean {
  if (observation.foreground.package !== app || observation.foreground.overlay !== null) return false
  const nodes = observation.tree?.nodes ?? []
  return nodes.length === 0 || nodes.some(node => node.package === app || node.package === '')
}

export const isProgress = (element: Element): boolean => progressClasses.test(element.className)
export const isOpaque = (element: Element): boolean => opaqueClasses.test(element.className)

export function ancestorsOf(tree: ElementTree, element: Element): readonly Element[] {
  const found: Element[] = []
  for (let at = element.parent; at !== null; at = tree.nodes[at]?.parent ?? null) {
    const node = tree.nodes[at]
    if (node === undefined) break
    found.push(node)
  }
  return found
}

/** Below a list, or one of several siblings that share an id: its words are data. */
export function isInRow(tree: ElementTree, element: Element): boolean {
  for (const node of [element, ...ancestorsOf(tree, element)]) {
    const parent = node.parent === null ? undefined : tree.nodes[node.parent]
    if (parent === undefined) return false
    if (listClasses.test(parent.className)) return true
    if (
      isOwnId(node) &&
      tree.nodes.some(other => other.index !== node.index && other.parent === node.parent && other.id === node.id)
    )
      return true
  }
  return false
}

/** Enabled, and so is all around it. */
export const isEnabled = (tree: ElementTree, element: Element): boolean =>
  element.enabled && ancestorsOf(tree, element).every(node => node.enabled)

/** Cut by the edge of something that scrolls (or by the screen's own): what is missing is only scrolled away. */
export function isCutByScroller(observation: Observation, tree: ElementTree, element: Element): boolean {
  const edge = Math.ceil((observation.densityDpi / 160) * 1.5)
  const holders = ancestorsOf(tree, element)
    .filter(node => node.scrollable || listClasses.test(node.className))
    .map(node => node.bounds)
  return [...holders, screenOf(observation)].some(
    holder =>
      element.bounds.top <= holder.top + edge ||
      element.bounds.bottom >= holder.bottom - edge ||
      (widthOf(holder) < observation.size.width &&
        element.bounds.right >= holder.right - edge &&
        widthOf(element.bounds) < widthOf(holder) / 2) ||
      !containsRect(holder, element.bounds),
  )
}

export function isUnderKeyboard(observation: Observation, rect: Rect): boolean {
  if (!observation.keyboard.shown) return false
  const cover = observation.keyboard.bounds ?? {
    left: 0,
    top: Math.floor((observation.size.height * 2) / 3),
    right: observation.size.width,
    bottom: observation.size.height,
  }
  return !isEmpty(intersect(cover, rect))
}

/** A bar that comes and goes by itself (snackbar, toast), an element inside one or beside its words. */
export function isTransient(tree: ElementTree, element: Element): boolean {
  const says = (node: Element): boolean => /snackbar|toast/i.test(`${node.id} ${node.className}`)
  if ([element, ...ancestorsOf(tree, element)].some(says)) return true
  const holder = element.parent
  return tree.nodes.some(
    node =>
      says(node) && (node.parent === element.index || (holder !== null && holder !== 0 && node.parent === holder)),
  )
}

/** Something later in the tree that is not inside it lies over it: what is seen there is not only its own. */
export function isOverlaid(tree: ElementTree, element: Element): boolean {
  return tree.nodes.slice(element.index + 1).some(other => {
    if (other.text === '' && !other.clickable && !/Image|Bar/.test(other.className)) return false
    if (isEmpty(intersect(other.bounds, element.bounds))) return false
    return !(other.depth > element.depth && ancestorsOf(tree, other).includes(element))
  })
}

/** Other words share its place: neither can be read for itself. */
export const isCrossed = (tree: ElementTree, element: Element): boolean =>
  tree.nodes.some(
    other =>
      other.index !== element.index &&
      other.text !== '' &&
      areaOf(intersect(other.bounds, element.bounds)) > areaOf(element.bounds) * 0.05 &&
      !ancestorsOf(tree, other).includes(element) &&
      !ancestorsOf(tree, element).includes(other),
  )

/** Speaks with own text (an empty field that shows its hint does not). */
export const hasOwnText = (element: Element): boolean =>
  element.text.trim() !== '' && !(isEditable(element) && element.text === element.hint)

/** A tree a toolkit has committed only in part: most nodes without a place, or content in one thin slice. */
export function isHalfBuilt(observation: Observation): boolean {
  const tree = observation.tree
  if (tree === null) return false
  if (tree.nodes.filter(node => isEmpty(node.bounds)).length * 3 > tree.nodes.length) return true
  return !tree.nodes.some(node => node.text !== '' || node.desc !== '' || node.clickable)
}

/** A window alone, as a real Android shows one in which the app draws nothing: no words, nothing to press, no picture. */
export const isBare = (tree: ElementTree): boolean =>
  !tree.nodes.some(
    node =>
      node.text !== '' ||
      node.desc !== '' ||
      node.hint !== '' ||
      node.clickable ||
      node.longClickable ||
      node.checkable ||
      node.scrollable ||
      isEditable(node) ||
      isOpaque(node) ||
      isProgress(node) ||
      /Image|Video/.test(node.className),
  )

/** The same element in another look: by id and place among equal ids, else by class, words and place. */
export function counterpart(of: ElementTree, element: Element, other: ElementTree): Element | null {
  const alike = (node: Element): boolean =>
    element.id === ''
      ? node.id === '' &&
        node.className === element.className &&
        node.text === element.text &&
        node.desc === element.desc
      : node.id === element.id
  const place = of.nodes.filter(alike).findIndex(node => node.index === element.index)
  return other.nodes.filter(alike)[Math.max(0, place)] ?? null
}

const submitWords =
  /\b(save|send|submit|done|ok|add|create|apply|update|continue|next|confirm|sign ?in|log ?in|sign ?up|register|post|publish|book|search|speichern|senden|absenden|fertig|weiter|hinzufügen|anmelden|registrieren|enregistrer|envoyer|valider|ajouter|continuer|guardar|enviar|aceptar|añadir|continuar)\b|保存|送信|完了|追加|次へ|حفظ|إرسال|إضافة|التالي|تم/iu

/** Hands a form in: a button after the first field, or one whose words say so, on a screen with fields. */
export function isSubmit(tree: ElementTree, element: Element): boolean {
  const firstField = tree.nodes.find(node => isEditable(node))
  if (
    firstField === undefined ||
    element.checkable ||
    isEditable(element) ||
    element.selected ||
    isInRow(tree, element)
  )
    return false
  if (submitWords.test(wordsOfElement(tree, element)) || submitWords.test(shortId(element.id).replaceAll('_', ' ')))
    return true
  return (
    element.className.endsWith('Button') &&
    !/ImageButton|RadioButton/.test(element.className) &&
    element.index > firstField.index
  )
}

/** All words on the screen that a person could read, by the app. */
export const textsOf = (observation: Observation, app: string): readonly string[] =>
  nodesOf(observation, app)
    .filter(node => hasOwnText(node) && !isEditable(node))
    .map(node => node.text)

export const hasTextInside = (tree: ElementTree, element: Element): boolean =>
  subtreeOf(tree, element.index).some(node => node.text !== '' || node.desc !== '')

export const dpOf = (observation: Observation, px: number): number => (px * 160) / observation.densityDpi
export const pxOf = (observation: Observation, dp: number): number => (dp * observation.densityDpi) / 160
export const heightDp = (observation: Observation, element: Element): number =>
  dpOf(observation, heightOf(element.bounds))
