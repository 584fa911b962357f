// Demo app files: read, checked whole, and made into builds that can be installed. Every error is found before anything
// runs and names its line, its field and what is allowed. The driver and the scorer use it; the explorer never sees `bugs`.
import { Refusal } from '#shared/base/refusal.ts'
import { compileApp } from '#main/device/demo/engine/compile-app.ts'
import { plantRaw, targetsOf } from '#main/device/demo/engine/plant.ts'
import type { Bug, PlantedApp, Program } from '#main/device/demo/engine/program.ts'
import { bugFields, checkFields } from '#main/device/demo/engine/shape.ts'
import {
  Complaints,
  isRawList,
  isRawMap,
  readSource,
  type FileError,
  type Path,
  type RawMap,
} from '#main/device/demo/engine/source.ts'

export type { FileError } from '#main/device/demo/engine/source.ts'

const bytesMax = 2_000_000

export interface AppFile {
  readonly fileName: string
  readonly package: string
  readonly label: string
  readonly versionName: string
  readonly versionCode: number
  readonly bugs: readonly Bug[]
  /** Screen ids of the clean app, in the order of the file. */
  readonly screens: readonly string[]
  /** `screen.id` of controls a careful tester must not press. */
  readonly danger: readonly string[]
  readonly raw: unknown
  readonly lineOf: (path: Path) => number
}

/** The app of a file, or a Refusal(`bad-value`) that lists every error. */
export function loadApp(text: string, fileName: string): AppFile {
  const result = checkApp(text, fileName)
  if ('app' in result) return result.app
  const [first] = result.errors
  const listed = result.errors
    .slice(0, 20)
    .map(error => `${fileName}:${error.line}: ${error.field === '' ? '' : `${error.field}: `}${error.words}`)
  const more = result.errors.length > 20 ? [`… and ${result.errors.length - 20} more`] : []
  throw new Refusal('bad-value', [`${fileName} is not a demo app that can run:`, ...listed, ...more].join('\n'), {
    where: `${fileName}:${first?.line ?? 1}`,
    hint: 'Correct the lines named. The format is nocturne-demo-app/1.',
  })
}

export function checkApp(
  text: string,
  fileName: string,
): { readonly app: AppFile } | { readonly errors: readonly FileError[] } {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > bytesMax)
    return { errors: [{ line: 1, field: '', words: `the file has ${bytes} bytes; at most ${bytesMax} are read` }] }
  const source = readSource(text)
  if (source.errors.length > 0) return { errors: source.errors }
  if (!isRawMap(source.raw))
    return {
      errors: [
        { line: 1, field: '', words: 'the file must be a mapping that begins with format: nocturne-demo-app/1' },
      ],
    }
  const complaints = new Complaints(source.lineOf)
  const raw = source.raw
  const clean = plantRaw(raw, new Set(), complaints)
  const program = compileApp(clean.raw, clean.marks, complaints)
  const bugs = bugsOf(raw, program, complaints)
  const all = plantRaw(raw, new Set(bugs.map(bug => bug.id)), complaints)
  compileApp(all.raw, all.marks, complaints)
  checkElements(raw, all.raw, bugs, complaints)
  if (complaints.list.length > 0) return { errors: complaints.list.toSorted((a, b) => a.line - b.line) }
  return {
    app: {
      fileName,
      package: program.package,
      label: program.label,
      versionName: program.versionName,
      versionCode: program.versionCode,
      bugs,
      screens: [...program.screens.keys()],
      danger: [...program.danger],
      raw,
      lineOf: source.lineOf,
    },
  }
}

function bugsOf(raw: RawMap, program: Program, complaints: Complaints): readonly Bug[] {
  const seen = new Set<string>()
  return (isRawList(raw['bugs']) ? raw['bugs'] : []).flatMap((item, index) => {
    const path: Path = ['bugs', index]
    const known = complaints.list.length
    const fields = checkFields(item, path, bugFields, ['id', 'check', 'screen', 'shortest', 'plant'], complaints)
    if (fields === null || complaints.list.length > known) return []
    const bug: Bug = {
      id: bugFields.id.parse(fields['id']),
      check: bugFields.check.parse(fields['check']),
      screen: bugFields.screen.parse(fields['screen']),
      element: bugFields.element.optional().parse(fields['element']) ?? null,
      signature: bugFields.signature.optional().parse(fields['signature']) ?? null,
      reproducible: bugFields.reproducible.optional().parse(fields['reproducible']) ?? 1,
      shortest: bugFields.shortest.parse(fields['shortest']),
      condition: bugFields.condition.optional().parse(fields['condition']) ?? null,
    }
    if (seen.has(bug.id)) complaints.add([...path, 'id'], `another bug is called "${bug.id}" already`)
    seen.add(bug.id)
    if (!program.screens.has(bug.screen)) complaints.add([...path, 'screen'], `there is no screen "${bug.screen}"`)
    if (bug.signature !== null && !['crash', 'native_crash', 'anr'].includes(bug.check))
      complaints.add([...path, 'signature'], 'a signature is for crash, native_crash and anr')
    const locale = bug.condition?.startsWith('locale:') === true ? bug.condition.slice('locale:'.length) : null
    if (locale !== null && program.locales.length > 0 && !program.locales.includes(locale))
      complaints.add([...path, 'condition'], `"${locale}" is not among the app's locales`)
    return [bug]
  })
}

/** A bug's element is on its screen: in the clean app, or once the bug is planted. */
function checkElements(raw: RawMap, planted: RawMap, bugs: readonly Bug[], complaints: Complaints): void {
  const entries = isRawList(raw['bugs']) ? raw['bugs'] : []
  for (const bug of bugs) {
    if (bug.element === null) continue
    const at = `${bug.screen}.${bug.element}`
    const index = entries.findIndex(entry => isRawMap(entry) && entry['id'] === bug.id)
    if (targetsOf({ ...raw }, at).length === 0 && targetsOf({ ...planted }, at).length === 0)
      complaints.add(['bugs', index, 'element'], `the screen "${bug.screen}" has no "${bug.element}"`)
  }
}

/**
 * A build of the app: clean (`none`), with every bug, or with those named. `conditions: 'none'` (the default) leaves out
 * bugs that need a condition when all are asked for; bugs that are named are always planted.
 */
export function plantApp(
  app: AppFile,
  plant: 'all' | 'none' | readonly string[],
  more: { readonly conditions?: 'none' | 'all' } = {},
): PlantedApp {
  const chosen = chosenBugs(app, plant, more.conditions ?? 'none')
  const complaints = new Complaints(app.lineOf)
  const planted = plantRaw(app.raw, new Set(chosen.map(bug => bug.id)), complaints)
  const program = compileApp(planted.raw, planted.marks, complaints)
  const [error] = complaints.list
  if (error !== undefined)
    throw new Refusal('bad-value', `${app.fileName}:${error.line}: ${error.field}: ${error.words}`, {
      where: `${app.fileName}:${error.line}`,
    })
  return { program, planted: chosen }
}

function chosenBugs(
  app: AppFile,
  plant: 'all' | 'none' | readonly string[],
  conditions: 'none' | 'all',
): readonly Bug[] {
  if (plant === 'none') return []
  if (plant === 'all') return app.bugs.filter(bug => conditions === 'all' || bug.condition === null)
  for (const id of plant)
    if (!app.bugs.some(bug => bug.id === id))
      throw new Refusal('bad-value', `${app.fileName} has no bug "${id}".`, {
        where: 'plant',
        hint: `It has ${app.bugs.map(bug => bug.id).join(', ') || 'none'}.`,
      })
  return app.bugs.filter(bug => plant.includes(bug.id))
}
