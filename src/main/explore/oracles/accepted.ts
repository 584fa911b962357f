// A form that takes what it should refuse (#10): a field says what it wants, holds something else, and the form goes on.
// Pure. Only what the screen itself says counts (an e-mail, a number, a date by its pattern, a required mark); ids do not.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, wordsOfElement, type Element, type ElementTree } from '#shared/domain/element.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { identityOf, isDialog, sameScreen } from '#main/explore/screen-identity.ts'
import { textOf } from '#main/explore/forms.ts'
import { candidateOf, onScreen, quoted, type Where } from '#main/explore/oracles/oracle-input.ts'
import {
  isEnabled,
  isHalfBuilt,
  isInFront,
  isUnderKeyboard,
  nameOf,
  nodesOf,
  pxOf,
} from '#main/explore/oracles/tree-reading.ts'

interface WrongField {
  readonly field: Element
  /** What is wrong, to follow "takes": "“no at sign” as an e-mail address". */
  readonly what: string
  /** Where the field says what it wants. */
  readonly said: string
  readonly wants: 'email' | 'number' | 'date' | 'required'
}

export interface AcceptedInput extends Where {
  readonly app: string
  /** Filled in, just before the button was pressed. */
  readonly before: Observation
  /** Settled after it, and about 2 s later. */
  readonly after: Observation
  readonly later: Observation
  readonly submit: Element
  readonly fields: readonly Element[]
  /** The screen that followed is the one the form was opened from; null where that is not known. */
  readonly wentBack: boolean | null
}

/** Longer words beside a field explain something; they do not name it. */
const nameMost = 60
const labelMost = 30
const labelApartDp = 14

const emailWords = /\be-?mail\b|\bcourriel\b|\bcorreo\b|البريد|メール/iu
/** It takes something else as well, or is about mail and wants none. */
const otherWords =
  /\b(or|oder|ou|o|und|and)\b|أو|または|[/|]|user|login|benutzer|phone|mobile|telefon|search|find|filter|suche|subject|betreff|name\b|text|message|template|domain/iu
const numberWords = /\b(number of|how many|anzahl|nombre de|número de|numbers only|nur zahlen)\b|عدد|数字のみ/iu
const requiredWords =
  /\*\s*:?\s*$|\b(required|mandatory|pflichtfeld|erforderlich|obligatoire|requis|obligatorio|requerido)\b|必須|مطلوب|إلزامي/iu
const allFieldsWords = /\b(fields|marked|felder|markiert|champs|campos|marcados)\b/iu
const optionalWords =
  /\b(optional|optionnel|facultatif|opcional|freiwillig|not required|nicht erforderlich)\b|任意|اختياري/iu
/** A step of several, a search or a draft: what is wrong may be said later, or may be meant. */
const onlyOnWords =
  /\b(next|continue|weiter|suivant|continuer|siguiente|continuar|skip|draft|entwurf|brouillon|borrador|search|find|suchen|chercher|buscar|later|preview|back|cancel|close)\b|次へ|検索|下書き|التالي|بحث|مسودة/iu
const refusalWords =
  /\b(invalid|not valid|isn.?t valid|error|wrong|failed|fail|failure|could not|couldn.?t|cannot|can.?t|must|please (enter|check|use|give)|required|incorrect|missing|rejected|try again|ungültig|fehler|falsch|fehlgeschlagen|bitte|muss|fehlt|invalide|erreur|incorrecte?|échec|veuillez|inválid[oa]|error|incorrect[oa]|falló|debe)\b|無効|エラー|正しく|失敗|必須|غير صالح|خطأ|فشل|مطلوب/iu

const takenWords =
  /\b(saved|added|created|sent|submitted|thanks|thank you|done|confirmed|booked|updated|welcome|success|successful|successfully|gespeichert|hinzugefügt|gesendet|danke|fertig|erledigt|enregistré|ajouté|envoyé|merci|guardado|añadido|enviado|gracias)\b|保存しました|送信しました|完了|تم|شكر/iu

export function acceptedWrong(input: AcceptedInput): Candidate | null {
  const { before, after, later, app, submit } = input
  const tree = before.tree
  if (tree === null || !isEnabled(tree, submit) || isUnderKeyboard(before, submit.bounds) || !wentForward(input))
    return null
  if (onlyOnWords.test(wordsOfElement(tree, submit))) return null
  const wrong = wrongFields(before, input.fields)[0]
  if (wrong === undefined) return null
  const old = new Set(wordsIn(before, app))
  const news = [...wordsIn(after, app), ...wordsIn(later, app)].filter(words => !old.has(words))
  if (news.some(words => refusalWords.test(words))) return null
  // A button may open a page of the form (a photo, a colour) and take nothing yet.
  const text = textOf(wrong.field).trim()
  const taken = news.some(words => takenWords.test(words) || (text.length > 3 && words.includes(text)))
  if (!taken && input.wentBack === false) return null
  const button = quoted(wordsOfElement(tree, submit), nameOf(tree, submit), 'The form')
  return candidateOf(input, {
    check: 'silent_validation',
    observation: before,
    element: submit,
    title: `${button} takes ${wrong.what}${onScreen(input)}`,
    why: `${wrong.said} The form was left for another screen with it, and no words of refusal came in 2 s.`,
    whyNotNoise:
      'What the field wants stands on the screen, the text was in it when the button was pressed, the button is no step to a next page and no draft, and the screen that followed is no dialog.',
    mark: wrong.field.bounds,
    message: `accepted ${wrong.wants} ${nameOf(tree, wrong.field)}`,
  })
}

/** Another whole screen of the app, twice, and no question in between. */
function wentForward({ before, after, later, app }: AcceptedInput): boolean {
  const form = identityOf(before, app)
  return [after, later].every(
    look =>
      isInFront(look, app) &&
      look.tree !== null &&
      !isHalfBuilt(look) &&
      !isDialog(look) &&
      !sameScreen(form, identityOf(look, app)),
  )
}

/** The fields whose text is certainly not what they say they want. */
export function wrongFields(look: Observation, fields: readonly Element[]): readonly WrongField[] {
  const { tree } = look
  return tree === null
    ? []
    : fields.flatMap(field => {
        const wrong = field.password ? null : wrongIn(look, tree, field)
        return wrong === null ? [] : [wrong]
      })
}

function wrongIn(look: Observation, tree: ElementTree, field: Element): WrongField | null {
  const text = textOf(field)
  const names = [field.hint, field.desc, labelOver(look, tree, field)].filter(
    name => name !== '' && name.length <= nameMost,
  )
  const trimmed = text.trim()
  if (trimmed === '') {
    const said = names.find(name => requiredWords.test(name) && !allFieldsWords.test(name))
    if (said === undefined || names.some(name => optionalWords.test(name))) return null
    const name = quoted(said.replace(/\s*\*\s*:?\s*$/u, ''), nameOf(tree, field), 'a field')
    return { field, what: `an empty ${name}`, said: `The field is marked as required: “${said}”.`, wants: 'required' }
  }
  const shown = `“${trimmed.length > 30 ? `${trimmed.slice(0, 29)}…` : trimmed}”`
  const asked = (words: RegExp): string | undefined => names.find(name => words.test(name))
  const email = asked(emailWords)
  if (email !== undefined && !names.some(name => otherWords.test(name.replace(emailWords, '')))) {
    if (/[@＠]/u.test(trimmed)) return null
    return { field, what: `${shown} as an e-mail address`, said: `The field asks for it: “${email}”.`, wants: 'email' }
  }
  const date = names.find(name => datePatternOf(name) !== null)
  if (date !== undefined) {
    if (fitsDate(trimmed, datePatternOf(date) ?? '')) return null
    return { field, what: `${shown} as a date`, said: `The field says how to write it: “${date}”.`, wants: 'date' }
  }
  const number = asked(numberWords)
  if (number !== undefined && !/\p{Nd}/u.test(trimmed))
    return { field, what: `${shown} as a number`, said: `The field asks for one: “${number}”.`, wants: 'number' }
  return null
}

/** The words right above a field that has no name of its own. A sentence is what was said of the field before it. */
function labelOver(look: Observation, tree: ElementTree, field: Element): string {
  if (field.hint !== '' || field.desc !== '') return ''
  const apart = pxOf(look, labelApartDp)
  const label = tree.nodes.findLast(
    node =>
      node.index < field.index &&
      node.parent === field.parent &&
      node.text !== '' &&
      node.text.length <= labelMost &&
      !/[.!?。؟]$/u.test(node.text) &&
      !node.clickable &&
      !isEditable(node) &&
      node.bounds.bottom <= field.bounds.top + 1 &&
      node.bounds.bottom >= field.bounds.top - apart,
  )
  return label?.text ?? ''
}

/** `dd.mm.yyyy`, `YYYY-MM-DD`, `TT.MM.JJJJ` …, brought to d, m and y; null where no pattern stands. */
function datePatternOf(words: string): string | null {
  const found =
    /(?<![\p{L}\p{N}])(?:dd|tt|jj|mm|yyyy|jjjj|aaaa)(?:[./-](?:dd|tt|jj|mm|yyyy|jjjj|aaaa|yy)){2}(?![\p{L}\p{N}])/iu.exec(
      words,
    )?.[0]
  if (found === undefined) return null
  return found
    .toLowerCase()
    .replaceAll(/jjjj|aaaa/g, 'yyyy')
    .replaceAll(/tt|jj/g, 'dd')
}

/** Whether it could be that date in any usual writing: only what holds no day, month and year at all is surely wrong. */
function fitsDate(text: string, pattern: string): boolean {
  const numbers = text.match(/\p{Nd}+/gu) ?? []
  if (numbers.length === 1 && (numbers[0] ?? '').length >= 6) return true
  // A month in words is another way to write it.
  if (numbers.length === 2 && /\p{L}{3,}/u.test(text)) return true
  if (numbers.length !== 3) return false
  const parts = pattern.split(/[./-]/)
  const valueOf = (name: string): number =>
    Number(numbers[parts.findIndex(part => part.startsWith(name))] ?? Number.NaN)
  const [day, month] = [valueOf('d'), valueOf('m')]
  return Number.isNaN(day) || Number.isNaN(month) || (day >= 1 && day <= 31 && month >= 1 && month <= 12)
}

const wordsIn = (look: Observation, app: string): readonly string[] =>
  nodesOf(look, app).flatMap(node => (isEditable(node) ? [] : [node.text, node.desc].filter(words => words !== '')))
