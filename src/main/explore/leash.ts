// The leash: which control a careful tester never presses, and which element a point means. Pure; asked before every action.
// Ordinary deletes are allowed; what costs money, an account or all data is not, nor agreeing to it in a dialog.
import { isEditable, shortId, subtreeOf, type Element, type ElementTree } from '#shared/domain/element.ts'
import { areaOf, containsPoint, isEmpty } from '#shared/domain/geometry.ts'
import { leashLanguages } from '#main/explore/leash-words.ts'

export interface LeashWords {
  readonly never: readonly string[]
  readonly allow: readonly string[]
}

export interface LeashVerdict {
  readonly dangerous: boolean
  /** In words; '' when it may be pressed. */
  readonly why: string
}

/** Longer words are prose that mentions a deed, not a control that does it. */
const labelLength = 60
const harmless: LeashVerdict = { dangerous: false, why: '' }

export function leashed(tree: ElementTree, element: Element, words: LeashWords): LeashVerdict {
  const labels = labelsOf(tree, element)
  const never = labels.find(label => words.never.some(word => says(label, word)))
  if (never !== undefined) return { dangerous: true, why: `“${never}” is on the job's never list` }
  if (labels.some(label => words.allow.some(word => says(label, word)))) return harmless
  // A field or a switch does nothing by itself that could not be put back, whatever it is called.
  if (isEditable(element) || element.checkable) return harmless
  const deed = labels.find(isDeed)
  if (deed !== undefined) return { dangerous: true, why: `“${deed}” cannot be taken back` }
  if (isNamedDeed(element)) return { dangerous: true, why: `the control is called “${shortId(element.id)}”` }
  const subject = subjectOf(tree, element)
  if (subject !== null && agrees(tree, element, labels)) return { dangerous: true, why: `it agrees to “${subject}”` }
  return harmless
}

/** The element a tap at the point would go to: the top clickable one, else the smallest that is there. */
export function snap(tree: ElementTree, x: number, y: number): Element | null {
  const there = tree.nodes.filter(node => !isEmpty(node.bounds) && containsPoint(node.bounds, x, y))
  const taking = there.findLast(node => node.clickable || node.longClickable || node.checkable || isEditable(node))
  if (taking !== undefined) return taking
  return there.toSorted((a, b) => areaOf(a.bounds) - areaOf(b.bounds) || b.depth - a.depth)[0] ?? null
}

function labelsOf(tree: ElementTree, element: Element): readonly string[] {
  const inside = element.clickable
    ? subtreeOf(tree, element.index).filter(node => node.index === element.index || !node.clickable)
    : [element]
  const words = inside.flatMap(node => [node.text, node.desc]).map(plain)
  return [...new Set(words.filter(word => word !== ''))]
}

/** Lower case, one kind of apostrophe and blank, no Arabic vowel marks. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\u064b-\u0652\u0640]/g, '')
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
}

const says = (label: string, word: string): boolean => plain(word) !== '' && label.includes(plain(word))

const judged = new Map<string, boolean>()

function isDeed(label: string): boolean {
  if (label.length > labelLength) return false
  const known = judged.get(label)
  if (known !== undefined) return known
  const deed = leashLanguages.some(
    ({ deeds, about }) => deeds.some(pattern => matches(pattern, label)) && !matches(about, label),
  )
  if (judged.size > 5000) judged.clear()
  judged.set(label, deed)
  return deed
}

/** Names of controls that call it off, or of what only shows or takes words. */
const namesNoDeed = /\b(cancel|keep|text|hint|row|tab|list|screen|title|amount|to|from)\b/

/** Ids are English in every language: `delete_account`, `btnPayNow`. */
function isNamedDeed(element: Element): boolean {
  if (!element.clickable) return false
  const english = leashLanguages[0]
  const name = plain(
    shortId(element.id)
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll(/[_-]+/g, ' '),
  )
    .replace(/^(btn|button|action|menu|item|dialog) /, '')
    .replace(/ (btn|button|action|item)$/, '')
  if (english === undefined || name === '' || matches(english.about, name) || matches(namesNoDeed, name)) return false
  return (
    english.deeds.some(deed => matches(deed, name)) || /^(confirm )?(pay|purchase|checkout pay)( confirm)?$/.test(name)
  )
}

/** JavaScript's word boundary knows ASCII only: blanks are put around, and accents are let through as letters. */
function matches(pattern: RegExp, label: string): boolean {
  return wordly(pattern).test(label)
}

/** By the pattern itself, so only those of this file and of the words are asked for; weak, so none outlives its pattern. */
const compiled = new WeakMap<RegExp, RegExp>()

function wordly(pattern: RegExp): RegExp {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const made = new RegExp(
    pattern.source.replaceAll(
      String.raw`\b`,
      String.raw`(?:(?<![\p{L}\p{M}\p{Nd}])(?=[\p{L}\p{Nd}])|(?<=[\p{L}\p{M}\p{Nd}])(?![\p{L}\p{M}\p{Nd}]))`,
    ),
    'iu',
  )
  compiled.set(pattern, made)
  return made
}

/** What the dialog or screen the element stands in asks about, where that is dangerous; null where it is not. */
const subjects = new WeakMap<ElementTree, Element | null>()

function subjectOf(tree: ElementTree, element: Element): string | null {
  const known = subjects.get(tree)
  const subject = known === undefined ? findSubject(tree) : known
  if (known === undefined) subjects.set(tree, subject)
  return subject === null || subject.index === element.index ? null : subject.text
}

function findSubject(tree: ElementTree): Element | null {
  const first = tree.nodes
    .filter(node => node.text !== '' && !node.clickable && !isEditable(node) && !/Button/.test(node.className))
    .slice(0, 4)
  for (const [place, node] of first.entries()) {
    const words = plain(node.text)
    // A heading says what it is about in few words; below it only a question does.
    if (words.length > 80 || (place > 0 && !/[?؟？]/.test(words))) continue
    if (
      leashLanguages.some(
        ({ subjects, about }) => subjects.some(subject => matches(subject, words)) && !matches(about, words),
      )
    )
      return node
  }
  return null
}

/** Going on is harmless on a page of a checkout, and not in a question that has only a yes and a no. */
const goesOn =
  /^(ok|continue|next|done|submit|proceed|weiter|fortfahren|fertig|continuer|terminer|continuar|hecho|متابعة|استمرار|تم|続行|続ける|完了|確認)$/i

function isQuestion(tree: ElementTree): boolean {
  const taking = tree.nodes.filter(node => node.clickable)
  return (
    taking.length <= 4 &&
    !tree.nodes.some(node => isEditable(node) || node.scrollable) &&
    !taking.some(node => /navigate up/i.test(node.desc))
  )
}

function agrees(tree: ElementTree, element: Element, labels: readonly string[]): boolean {
  if (!element.clickable || element.selected) return false
  if (!isQuestion(tree) && labels.every(label => goesOn.test(label))) return false
  const short = labels.filter(label => label.length <= 40)
  if (short.length === 0 || !/Button|TextView|View$/.test(element.className)) return false
  // "Abbrechen" must not be read as agreeing because another language's word is in it.
  if (
    short.some(label =>
      leashLanguages.some(({ cancel, agree }) => matches(cancel, label) && !firstIs(agree, label, cancel)),
    )
  )
    return false
  return short.some(label => leashLanguages.some(({ agree }) => matches(agree, label)))
}

/** Both match: the one that comes first in the label is what the button does ("Delete, do not keep"). */
function firstIs(agree: RegExp, label: string, cancel: RegExp): boolean {
  const agreed = label.search(wordly(agree))
  return agreed >= 0 && agreed < label.search(wordly(cancel))
}
