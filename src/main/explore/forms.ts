// Forms: which fields and which submit control belong together, what kind of text a field wants, and the rows to try.
// A row fills every field with one class of text; odd classes rotate so that few rows cover many pairs. Pure.
import { isEditable, shortId, type Element, type ElementTree } from '#shared/domain/element.ts'
import type { Observation } from '#shared/domain/device.ts'
import type { Control } from '#main/explore/controls.ts'

export type FieldKind = 'text' | 'name' | 'email' | 'number' | 'phone' | 'url' | 'date' | 'password' | 'search' | 'code'
export type TextClass =
  | 'valid'
  | 'other_valid'
  | 'empty'
  | 'blanks'
  | 'emoji'
  | 'long'
  | 'right_to_left'
  | 'quotes'
  | 'one'
  | 'negative'
  | 'zero'
  | 'huge'
  | 'malformed'
  | 'keep'

export interface Field {
  readonly control: Control
  readonly cluster: string
  readonly kind: FieldKind
  /** What it holds now; '' when it is empty (a shown hint is not its text). */
  readonly text: string
}

export interface Form {
  readonly fields: readonly Field[]
  readonly submit: Control | null
  /** Stable name of the form on its screen. */
  readonly key: string
  /** The submit control exists but cannot be pressed yet. */
  readonly submitDisabled: boolean
}

/** One class for each field, by the field's cluster. */
export interface Row {
  readonly name: string
  readonly classes: Readonly<Record<string, TextClass>>
  /** 0: try soon; 1: when little else is left. */
  readonly level: 0 | 1
}

const submitWords =
  /^(save|add|create|ok|done|submit|send|continue|next|apply|confirm|log ?in|sign ?in|sign ?up|register|join|post|publish|update|book|order|search|start|finish|request|report|check|redeem|import|rename|convert|speichern|hinzufügen|fertig|weiter|senden|anmelden|enregistrer|ajouter|guardar|enviar|siguiente|حفظ|إضافة|التالي|إرسال|保存|追加|次へ|送信)\b/iu
const submitIds =
  /(^|_)(save|submit|send|add|create|ok|done|confirm|continue|next|apply|login|signin|sign_in|signup|register|post|publish|update|book|order|finish|store|request|report|check|apply|redeem|import|rename|convert|register|set|write|go)(_|$)/
const notSubmit = /(^|_)(cancel|clear|delete|remove|back|close|skip|share|help|copy|reset|up)(_|$)/

/** The forms of a screen: enabled fields, each with the submit control that comes after them. [] without fields. */
export function formsOf(
  observation: Observation,
  controls: readonly Control[],
  kinds: ReadonlyMap<string, FieldKind>,
): readonly Form[] {
  const tree = observation.tree
  if (tree === null) return []
  const fields = controls
    .filter(control => control.role === 'field' && control.place === 0)
    .map(control => ({
      control,
      cluster: control.cluster,
      kind: kinds.get(control.cluster) ?? kindOf(control.element),
      text: textOf(control.element),
    }))
  if (fields.length === 0) return []
  const submits = controls
    .filter(control => isButton(control) && looksLikeSubmit(shortId(control.element.id), control.label))
    .toSorted((a, b) => a.element.bounds.top - b.element.bounds.top)
  if (submits.length < 2) return [formOf(tree, fields, submits[0] ?? submitOf(controls, fields))]
  const groups = new Map<Control, Field[]>()
  for (const field of fields) {
    const submit =
      submits.find(control => control.element.bounds.top > field.control.element.bounds.top) ?? submits.at(-1)
    if (submit !== undefined) groups.set(submit, [...(groups.get(submit) ?? []), field])
  }
  return [...groups].map(([submit, own]) => formOf(tree, own, submit))
}

function formOf(tree: ElementTree, fields: readonly Field[], submit: Control | null): Form {
  const disabled =
    submit === null &&
    tree.nodes.some(
      node => !node.enabled && node.clickable && looksLikeSubmit(shortId(node.id), node.text || node.desc),
    )
  return {
    fields,
    submit,
    key: fields
      .map(field => field.cluster)
      .toSorted()
      .join('+'),
    submitDisabled: disabled,
  }
}

const isButton = (control: Control): boolean =>
  control.role === 'button' && !control.dangerous && !notSubmit.test(shortId(control.element.id))

function submitOf(controls: readonly Control[], fields: readonly Field[]): Control | null {
  let best: Control | null = null
  let bestScore = 1
  const lowestField = Math.max(...fields.map(field => field.control.element.bounds.top))
  for (const control of controls) {
    if (!isButton(control)) continue
    const id = shortId(control.element.id)
    let score = looksLikeSubmit(id, control.label) ? 4 : 0
    if (control.element.className.endsWith('Button') && !/Image/.test(control.element.className)) score += 1
    if (control.element.bounds.top > lowestField) score += 1
    if (score > bestScore) {
      best = control
      bestScore = score
    }
  }
  return best
}

const looksLikeSubmit = (id: string, label: string): boolean =>
  (submitIds.test(id) && !notSubmit.test(id)) || submitWords.test(label)

/** What is typed in a field; a hint shown as its text is not counted. */
export function textOf(element: Element): string {
  if (!isEditable(element)) return element.text
  return element.text === element.hint ? '' : element.text
}

/** The kind a field wants, from its id, hint and description. Wrong guesses are corrected by what typing shows. */
export function kindOf(element: Element): FieldKind {
  if (element.password) return 'password'
  const words = `${shortId(element.id)} ${element.hint} ${element.desc}`.toLowerCase().replaceAll('_', ' ')
  if (/e-?mail|البريد|メール/.test(words)) return 'email'
  if (/password|passwort|pass ?code|mot de passe|contraseña/.test(words)) return 'password'
  if (/iban|account (no|nu)|card (no|nu)|kontonummer|tracking|serial|\bisbn\b|رقم الحساب/.test(words)) return 'code'
  if (/phone|mobile|telefon|téléphone|teléfono|هاتف|電話/.test(words)) return 'phone'
  if (/\burl\b|website|web site|\blink\b|https?:/.test(words)) return 'url'
  if (/\bdate\b|birthday|birth|datum|yyyy|dd\.mm|\bday of\b/.test(words)) return 'date'
  if (/search|find|filter|suche|query|بحث|検索/.test(words)) return 'search'
  if (
    /\b(number|amount|price|quantity|qty|count|age|weight|height|distance|minutes|hours|days|percent|grams|kg|km|servings|portions|reps|sets|year|zip|postal|postcode|budget|goal|limit|anzahl|betrag|preis|menge|gewicht|pages|guests|people|persons|calories|steps|duration|size|miles)\b/.test(
      words,
    )
  )
    return 'number'
  if (/\bname\b|\bfirst\b|\blast\b/.test(words)) return 'name'
  return 'text'
}

/** The rows of a form in the order to try them. `untouched` presses submit on what is there. */
export function rowsOf(fields: readonly Field[], hasSubmit: boolean): readonly Row[] {
  const clusters = fields.map(field => field.cluster)
  const all = (name: string, pick: (field: Field) => TextClass, level: 0 | 1): Row => ({
    name,
    level,
    classes: Object.fromEntries(fields.map(field => [field.cluster, pick(field)])),
  })
  const rows: Row[] = []
  if (hasSubmit)
    rows.push({
      name: 'untouched',
      level: 0,
      classes: Object.fromEntries(clusters.map(cluster => [cluster, 'keep'] as const)),
    })
  // Field by field, pressing submit in between: what is missing should be said each time.
  if (hasSubmit && fields.length > 1) rows.push(all('parts', () => 'valid', 0))
  rows.push(all('valid', () => 'valid', 0))
  if (hasSubmit) rows.push(all('empty', () => 'empty', 0))
  const free = fields.filter(field => isFree(field.kind))
  const strict = fields.filter(field => !isFree(field.kind))
  const odd = (name: TextClass, level: 0 | 1): void => {
    if (free.length > 0) rows.push(all(name, field => (isFree(field.kind) ? name : 'valid'), level))
  }
  odd('emoji', 0)
  odd('long', 0)
  for (const field of strict) {
    const classes = oddOf(field.kind)
    for (const [index, odds] of classes.entries()) {
      const row = all(`${odds}:${field.cluster}`, other => (other === field ? odds : 'valid'), index === 0 ? 0 : 1)
      rows.push(row)
    }
  }
  odd('quotes', 1)
  odd('blanks', 1)
  if (hasSubmit)
    for (const field of fields)
      if (fields.length > 1) rows.push(all(`empty:${field.cluster}`, other => (other === field ? 'empty' : 'valid'), 1))
  odd('right_to_left', 1)
  odd('one', 1)
  if (free.length > 1)
    for (const field of free)
      for (const odds of ['emoji', 'long', 'quotes'] as const)
        rows.push(all(`${odds}:${field.cluster}`, other => (other === field ? odds : 'valid'), 1))
  return rows
}

/** Free text takes anything; strict kinds are checked by most apps and would hide what a free field does. */
export const isFree = (kind: FieldKind): boolean => kind === 'text' || kind === 'name' || kind === 'search'

function oddOf(kind: FieldKind): readonly TextClass[] {
  switch (kind) {
    case 'number':
      return ['negative', 'zero', 'huge']
    case 'email':
      return ['malformed', 'long', 'emoji']
    case 'phone':
    case 'url':
    case 'date':
    case 'code':
      return ['malformed', 'long']
    case 'password':
      return ['one', 'long', 'emoji']
    case 'text':
    case 'name':
    case 'search':
      return []
  }
}

/** Is this class one that a careful app may well refuse? */
export const mayBeRefused = (name: TextClass): boolean => name !== 'valid' && name !== 'other_valid' && name !== 'keep'

/** The text for a class and kind; null means the field is left as it is. */
export function textFor(name: TextClass, kind: FieldKind, element: Element): string | null {
  switch (name) {
    case 'keep':
      return null
    case 'valid':
      return validText(kind, element, 0)
    case 'other_valid':
      return validText(kind, element, 1)
    case 'empty':
      return ''
    case 'blanks':
      return '   '
    case 'emoji':
      return kind === 'email' ? 'leaf🌿@example.org' : kind === 'password' ? 'Leaf🌿2026!' : 'Fern 🌿'
    case 'long':
      return kind === 'email'
        ? `${'a'.repeat(250)}@example.org`
        : kind === 'phone'
          ? '5'.repeat(60)
          : 'Long text '.repeat(26).trim()
    case 'right_to_left':
      return 'نبات أخضر'
    case 'quotes':
      return `O'Neil "50%" \\ <b>`
    case 'one':
      return kind === 'number' ? '1' : 'x'
    case 'negative':
      return '-5'
    case 'zero':
      return '0'
    case 'huge':
      return '99999999999'
    case 'malformed':
      return kind === 'date' ? '31.02.' : kind === 'phone' ? 'abc' : 'no at sign'
  }
}

function validText(kind: FieldKind, element: Element, nth: 0 | 1): string {
  const pick = (first: string, second: string): string => (nth === 0 ? first : second)
  switch (kind) {
    case 'email':
      return pick('maple@example.org', 'willow@example.com')
    case 'number':
      return pick('7', '25')
    case 'phone':
      return pick('5550123456', '+15550199')
    case 'url':
      return pick('https://example.org', 'https://example.com/page')
    case 'code':
      return pick('DE89370400440532013000', '4111111111111111')
    case 'date':
      return dateFor(`${element.hint} ${element.desc}`, nth)
    case 'password':
      return pick('Maple-4821', 'Willow-77-long')
    case 'name':
      return pick('Maple', 'Willow Tree')
    case 'search':
      return pick('a', 'e')
    case 'text':
      return pick('Maple leaf', 'Walk by the river')
  }
}

/** A date in the shape its hint shows. */
function dateFor(words: string, nth: 0 | 1): string {
  const day = nth === 0 ? '14' : '27'
  if (/dd[./-]mm/i.test(words)) return words.includes('/') ? `${day}/06/2026` : `${day}.06.2026`
  if (/mm\/dd/i.test(words)) return `06/${day}/2026`
  if (/^\D*\d{2}\.\d{2}/.test(words)) return `${day}.06.2026`
  return `2026-06-${day}`
}
