// A small app in a few lines, and a phone that runs it: for tests of the engine only. Parts are found by id in the tree, as
// a driver would find them.
import { centreOf } from '#shared/domain/geometry.ts'
import { shortId, type Element } from '#shared/domain/element.ts'
import { loadApp, plantApp } from '#main/device/demo/engine/app-file.ts'
import { DemoPhone, type PhoneOptions } from '#main/device/demo/engine/phone.ts'
import type { TruthEntry } from '#main/device/demo/engine/truth-log.ts'

export const smallPackage = 'dev.example.small'

/** The top of a file; `rest` is added as it stands. */
export const smallApp = (rest: string): string => `format: nocturne-demo-app/1
package: ${smallPackage}
label: Small
version: {name: "1.0", code: 1}
start: home
${rest}`

export interface Trial {
  readonly phone: DemoPhone
  readonly truth: TruthEntry[]
  find(id: string): Element | undefined
  /** The texts of all parts with an id, `id=text`, in the order of the tree. */
  texts(): readonly string[]
  textOf(id: string): string | null
  has(id: string): boolean
  tap(id: string): void
  press(id: string): void
  type(id: string, text: string): void
  screen(): string | null
}

export function tryApp(
  text: string,
  more: {
    readonly plant?: 'all' | 'none' | readonly string[]
    readonly grant?: boolean
    readonly phone?: Partial<PhoneOptions>
  } = {},
): Trial {
  const truth: TruthEntry[] = []
  const phone = new DemoPhone({ seed: 1, onTruth: entry => truth.push(entry), ...more.phone })
  const app = plantApp(loadApp(text, 'small.app.yaml'), more.plant ?? 'none', { conditions: 'all' })
  phone.install(app, { grant: more.grant ?? false })
  phone.launch(app.program.package)
  phone.advance(app.program.splashMs)
  const nodes = (): readonly Element[] => phone.peek().tree.nodes
  const find = (id: string): Element | undefined => nodes().find(node => shortId(node.id) === id)
  const sure = (id: string): Element => {
    const found = find(id)
    if (found === undefined)
      throw new Error(
        `no ${id} on the screen; there is ${nodes()
          .map(node => shortId(node.id))
          .filter(name => name !== '')
          .join(', ')}`,
      )
    return found
  }
  const touch = (id: string, how: (x: number, y: number) => void): void => {
    const { x, y } = centreOf(sure(id).bounds)
    how(x, y)
  }
  return {
    phone,
    truth,
    find,
    texts: () => nodes().flatMap(node => (node.id === '' ? [] : [`${shortId(node.id)}=${node.text}`])),
    textOf: id => find(id)?.text ?? null,
    has: id => find(id) !== undefined,
    tap: id => touch(id, (x, y) => phone.tap(x, y)),
    press: id => touch(id, (x, y) => phone.press(x, y, 600)),
    type: (id, words) => {
      touch(id, (x, y) => phone.tap(x, y))
      phone.typeText(words)
    },
    screen: () => phone.inside().process?.top.screen ?? null,
  }
}
