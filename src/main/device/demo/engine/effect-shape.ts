// Which effects there are, and what may stand in each. Part of the format's vocabulary; used by the compiler.
import { z } from 'zod'
import {
  bareNumberShape,
  chanceShape,
  conditionShape,
  hideShape,
  idShape,
  listShape,
  mapShape,
  numberShape,
  packageShape,
  permissionShape,
  signalShape,
  textShape,
  trueShape,
  wordlessShape,
  type Fields,
} from '#main/device/demo/engine/shape.ts'

const snackbarShape = z.union([z.string(), mapShape])

const lists = (...names: readonly string[]): Fields => Object.fromEntries(names.map(name => [name, listShape]))
/** `then` and `else`, as both `if` and `chance` have them. */
const branches = lists('then', 'else')
export const laterFields: Fields = { ms: numberShape, ...lists('then') }

/** Each effect by the key that names it, and what may stand beside it. */
export const effectFields: Readonly<Record<string, Fields>> = {
  go: { go: idShape },
  replace: { replace: idShape },
  root: { root: idShape },
  back: { back: trueShape },
  set: { set: mapShape },
  add: { add: mapShape },
  removeAt: { removeAt: mapShape },
  setAt: { setAt: mapShape },
  toast: { toast: textShape },
  snackbar: { snackbar: snackbarShape },
  dialog: { dialog: mapShape },
  sheet: { sheet: mapShape },
  menu: { menu: mapShape },
  wait: { wait: numberShape },
  busy: { busy: bareNumberShape },
  request: { request: mapShape },
  later: { later: mapShape },
  ask: { ask: permissionShape, granted: listShape, denied: listShape },
  share: { share: wordlessShape },
  open: { open: packageShape },
  copy: { copy: textShape },
  keyboard: { keyboard: hideShape },
  scrollTo: { scrollTo: idShape },
  log: { log: textShape },
  crash: { crash: mapShape },
  native_crash: { native_crash: signalShape },
  anr: { anr: trueShape },
  freeze: { freeze: trueShape },
  blank: { blank: trueShape },
  exit: { exit: trueShape },
  if: { if: conditionShape, ...branches },
  chance: { chance: chanceShape, ...branches },
}
