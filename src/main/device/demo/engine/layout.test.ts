// Where the demo phone puts things, what its tree says of them and what a touch hits.
import { describe, expect, it } from 'vitest'
import { heightOf, intersect, widthOf } from '#shared/domain/geometry.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import { shortId } from '#shared/domain/element.ts'
import type { Element } from '#shared/domain/element.ts'
import {
  dialog,
  formScreen,
  listScreen,
  mediaScreen,
  node,
  phoneView,
  sampleWords,
  screenView,
} from '../../../../../test/builders/phone-views.ts'
import { layoutPhone } from '#main/device/demo/engine/layout.ts'
import type { Laid } from '#main/device/demo/engine/layout.ts'
import type { PhoneView, ViewNode } from '#main/device/demo/engine/view.ts'

const { en, de, ar } = sampleWords
const dp = (value: number): number => Math.round((value * 420) / 160)

const bodyOf = (body: readonly ViewNode[], more: Partial<PhoneView> = {}, scroll = {}): PhoneView =>
  phoneView({ screen: screenView({ body, scroll }), ...more })

function element(laid: Laid, id: string): Element {
  const found = laid.tree.nodes.find(one => shortId(one.id) === id)
  if (found === undefined) throw new Error(`no ${id} in the tree`)
  return found
}

function bounds(laid: Laid, key: string): Rect {
  const found = laid.boundsOf(key)
  if (found === null) throw new Error(`no ${key}`)
  return found
}

const middleOf = (place: Rect): [number, number] => [(place.left + place.right) >> 1, (place.top + place.bottom) >> 1]

describe('the element tree', () => {
  it('gives classes, ids, texts and states as Android has them', () => {
    const laid = layoutPhone(phoneView({ screen: formScreen(en) }))
    expect(element(laid, 'name')).toMatchObject({
      className: 'android.widget.EditText',
      id: 'dev.example.plants:id/name',
      hint: 'Search by name',
      focused: true,
      clickable: true,
    })
    expect(element(laid, 'notes')).toMatchObject({ text: 'Search by name', hint: 'Search by name' })
    expect(element(laid, 'secret')).toMatchObject({ text: '••••••', password: true })
    expect(element(laid, 'tips')).toMatchObject({ className: 'android.widget.Switch', checkable: true, checked: true })
    expect(element(laid, 'ask')).toMatchObject({ className: 'android.widget.CheckBox', checked: true })
    expect(element(laid, 'low')).toMatchObject({ className: 'android.widget.RadioButton', checked: true })
    expect(element(laid, 'days')).toMatchObject({ className: 'android.widget.SeekBar', desc: 'Search by name' })
    expect(element(laid, 'off')).toMatchObject({ className: 'android.widget.Button', enabled: false, clickable: true })
    expect(laid.tree.nodes.find(one => one.desc === 'Navigate up')).toMatchObject({
      className: 'android.widget.ImageButton',
      id: '',
    })
  })

  it('gives list rows as groups with their words inside, tabs with what is selected, the floating button with its label', () => {
    const laid = layoutPhone(phoneView({ screen: listScreen(en) }))
    const rows = laid.tree.nodes.filter(one => shortId(one.id) === 'plant')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ className: 'android.view.ViewGroup', clickable: true })
    const inside = laid.tree.nodes.filter(one => one.parent === rows[0]?.index)
    expect(inside.map(one => one.text)).toEqual(['', 'Fern', 'Days: 3'])
    expect(element(laid, 'plants').className).toBe('androidx.recyclerview.widget.RecyclerView')
    expect(element(laid, 'tab_home')).toMatchObject({ selected: true, clickable: true, desc: 'Plants' })
    expect(element(laid, 'tab_search').selected).toBe(false)
    expect(element(laid, 'add')).toMatchObject({ className: 'android.widget.ImageButton', desc: 'Add plant' })
  })

  it('lists nodes in pre-order under parents that come before them', () => {
    for (const one of layoutPhone(phoneView({ screen: listScreen(en) })).tree.nodes) {
      expect(one.parent ?? -1).toBeLessThan(one.index)
      expect(one.depth > 0).toBe(one.parent !== null)
    }
  })

  it('holds nothing of what video, web and map draw', () => {
    const laid = layoutPhone(phoneView({ screen: mediaScreen(en) }))
    for (const id of ['clip', 'place'])
      expect(laid.tree.nodes.some(one => one.parent === element(laid, id).index)).toBe(false)
  })

  it('holds the overlay only while one is open, and not the toast, but the snackbar', () => {
    const open = layoutPhone(phoneView({ screen: listScreen(en), overlays: [dialog(en)], toast: 'Saved' }))
    expect(open.tree.nodes.map(one => shortId(one.id)).filter(Boolean)).toEqual([
      'alertTitle',
      'message',
      'dialog_cancel',
      'dialog_ok',
    ])
    const snack = layoutPhone(
      phoneView({
        screen: listScreen(en),
        toast: 'Saved',
        snackbar: { text: 'Deleted', action: node('button', { text: 'Undo' }) },
      }),
    )
    expect(element(snack, 'snackbar_text').text).toBe('Deleted')
    expect(element(snack, 'snackbar_action').text).toBe('Undo')
    expect(snack.tree.nodes.some(one => one.text === 'Saved')).toBe(false)
  })

  it('is empty during the splash and on a blank screen, and whole on a secure one', () => {
    expect(layoutPhone(phoneView({ splash: { label: 'Plants', color: '#2E7D32' } })).tree.nodes).toEqual([])
    expect(layoutPhone(phoneView({ blank: '#ffffff' })).tree.nodes).toEqual([])
    expect(layoutPhone(phoneView({ secure: true, screen: listScreen(en) })).tree.nodes.length).toBeGreaterThan(10)
  })

  it('gives the system its own packages', () => {
    const laid = layoutPhone(
      phoneView({ overlays: [dialog(en, { kind: 'permission', package: 'com.android.permissioncontroller' })] }),
    )
    expect(new Set(laid.tree.nodes.map(one => one.package))).toEqual(new Set(['com.android.permissioncontroller']))
  })
})

describe('sizes', () => {
  it('makes a button 48 dp high, a row 56, the bar 56', () => {
    const laid = layoutPhone(
      bodyOf([
        node('button', { id: 'go', text: 'Go' }),
        node('list', { id: 'l', children: [node('list_row', { id: 'r', text: 'Row', clickable: true })] }),
      ]),
    )
    expect(heightOf(bounds(laid, 'go'))).toBe(dp(48))
    expect(heightOf(bounds(laid, 'r'))).toBe(dp(56))
    expect(bounds(laid, 'body').top).toBe(dp(24) + dp(56))
    expect(bounds(laid, 'body').bottom).toBe(2400 - dp(48))
  })

  it('puts the keyboard over the bottom third, tabs included', () => {
    const laid = layoutPhone(phoneView({ screen: listScreen(en), keyboard: true }))
    expect(laid.keyboardBounds).toEqual({ left: 0, top: 1600, right: 1080, bottom: 2400 - dp(48) })
    expect(laid.hit(500, 1700)).toEqual({ on: 'keyboard' })
    expect(laid.hit(...middleOf(bounds(laid, 'tab_home')))).toEqual({ on: 'keyboard' })
  })

  it('gives a small icon the small target it asks for', () => {
    const laid = layoutPhone(bodyOf([node('icon', { id: 'eye', icon: 'eye', size: 20, clickable: true })]))
    expect(widthOf(element(laid, 'eye').bounds)).toBe(dp(20))
  })

  it('wraps text, but keeps a fixed one on one line and shortens one of a number of lines', () => {
    const laid = layoutPhone(
      bodyOf([
        node('text', { id: 'whole', text: en.long }),
        node('text', { id: 'fixed', text: en.long, fixed: true }),
        node('text', { id: 'short', text: en.long, lines: 2 }),
      ]),
    )
    const line = heightOf(bounds(laid, 'fixed'))
    expect(heightOf(bounds(laid, 'whole'))).toBe(3 * line)
    expect(heightOf(bounds(laid, 'short'))).toBe(2 * line)
    expect(element(laid, 'short').text).toBe(en.long)
  })

  it('shares a row, giving a long word the room it needs', () => {
    const laid = layoutPhone(
      bodyOf(
        [
          node('row', { children: [node('button', { id: 'a', text: 'OK' }), node('button', { id: 'b', text: 'OK' })] }),
          node('row', {
            children: [node('button', { id: 'c', text: 'OK' }), node('button', { id: 'd', text: 'Wiederherstellung' })],
          }),
        ],
        { fontScale: 2 },
      ),
    )
    expect(Math.abs(widthOf(bounds(laid, 'a')) - widthOf(bounds(laid, 'b')))).toBeLessThanOrEqual(1)
    expect(widthOf(bounds(laid, 'd'))).toBeGreaterThan(widthOf(bounds(laid, 'c')))
    expect(bounds(laid, 'd').left).toBeGreaterThan(bounds(laid, 'c').right)
  })

  it('places `at` from the corner of the body, inside a card too', () => {
    const at = { x: 40, y: 146, w: 260, h: 24 }
    const laid = layoutPhone(
      bodyOf([node('text', { text: 'x' }), node('card', { children: [node('text', { id: 'there', text: 'x', at })] })]),
    )
    const top = bounds(laid, 'body').top
    expect(bounds(laid, 'there')).toEqual({
      left: dp(40),
      top: top + dp(146),
      right: dp(40) + dp(260),
      bottom: top + dp(146) + dp(24),
    })
  })
})

describe('taps', () => {
  it('meet the node, its container, or nothing', () => {
    const laid = layoutPhone(phoneView({ screen: listScreen(en) }))
    expect(laid.hit(...middleOf(bounds(laid, 'plant:1')))).toMatchObject({ on: 'node', key: 'plant:1' })
    expect(laid.hit(...middleOf(bounds(laid, 'tip_text')))).toMatchObject({ on: 'node', key: 'tip' })
    expect(laid.hit(...middleOf(bounds(laid, 'add')))).toMatchObject({ on: 'node', key: 'add' })
    expect(laid.hit(...middleOf(bounds(laid, 'note')))).toEqual({ on: 'nothing' })
    expect(laid.hit(540, 5)).toEqual({ on: 'nothing' })
  })

  it('meet the navigation bar and the up arrow, the other way round in Arabic', () => {
    const laid = layoutPhone(phoneView({ screen: formScreen(en) }))
    expect([100, 540, 1000].map(x => laid.hit(x, 2390))).toEqual([
      { on: 'nav', button: 'back' },
      { on: 'nav', button: 'home' },
      { on: 'nav', button: 'recents' },
    ])
    expect(laid.hit(dp(28), dp(52))).toEqual({ on: 'up' })
    const mirrored = layoutPhone(phoneView({ screen: formScreen(ar), rtl: true }))
    expect(mirrored.hit(1000, 2390)).toEqual({ on: 'nav', button: 'back' })
    expect(mirrored.hit(1080 - dp(28), dp(52))).toEqual({ on: 'up' })
  })

  it('are swallowed by a cover and go past plain nodes', () => {
    const at = { x: 0, y: 0, w: 300, h: 200 }
    const button = node('button', { id: 'go', text: 'Go' })
    const covered = layoutPhone(bodyOf([button, node('space', { at, cover: true })]))
    expect(covered.hit(...middleOf(bounds(covered, 'go')))).toEqual({ on: 'nothing' })
    const free = layoutPhone(bodyOf([button, node('space', { at })]))
    expect(free.hit(...middleOf(bounds(free, 'go')))).toMatchObject({ key: 'go' })
    const whole = layoutPhone(
      bodyOf([button, node('column', { cover: true, children: [node('text', { text: 'Loading' })] })]),
    )
    expect(whole.hit(...middleOf(bounds(whole, 'go')))).toEqual({ on: 'nothing' })
  })

  it('say how far along a slider they are, in reading direction', () => {
    const slider = node('slider', { id: 's', value: 0.5 })
    const along = (laid: Laid, x: number): number => {
      const hit = laid.hit(x, middleOf(bounds(laid, 's'))[1])
      return hit.on === 'node' ? hit.along : -1
    }
    const laid = layoutPhone(bodyOf([slider]))
    expect(along(laid, 540)).toBeCloseTo(0.5, 2)
    expect(along(laid, bounds(laid, 's').left + 1)).toBe(0)
    expect(along(layoutPhone(bodyOf([slider], { rtl: true })), bounds(laid, 's').left + 1)).toBe(1)
  })

  it('reach only the dialog while one is open; beside it they are outside', () => {
    const laid = layoutPhone(phoneView({ screen: listScreen(en), overlays: [dialog(en)] }))
    expect(laid.hit(...middleOf(bounds(laid, 'dialog_ok')))).toMatchObject({ key: 'dialog_ok' })
    expect(laid.hit(540, 200)).toEqual({ on: 'outside' })
    expect(laid.hit(...middleOf(element(laid, 'message').bounds))).toEqual({ on: 'nothing' })
    expect(laid.hit(540, 2390)).toEqual({ on: 'nav', button: 'home' })
  })

  it('meet the action of the snackbar, above which the floating button stands', () => {
    const laid = layoutPhone(
      phoneView({
        screen: listScreen(en),
        snackbar: { text: 'Deleted', action: node('button', { key: 'undo', text: 'Undo' }) },
      }),
    )
    expect(laid.hit(...middleOf(bounds(laid, 'undo')))).toEqual({ on: 'snackbar_action' })
    expect(bounds(laid, 'add').bottom).toBeLessThan(element(laid, 'snackbar_text').bounds.top)
  })
})

describe('scrolling', () => {
  const rows = Array.from({ length: 40 }, (_, place) =>
    node('list_row', { id: 'r', key: `r${place}`, text: `Row ${place}`, clickable: true }),
  )
  const list = node('list', { id: 'l', children: rows })

  it('moves the body by its offset, held within what there is', () => {
    const still = layoutPhone(bodyOf([list]))
    const max = still.maxScroll['body'] ?? 0
    expect(max).toBeGreaterThan(1000)
    expect(still.scrollAt(540, 1000)).toEqual({ key: 'body', offset: 0, max })
    const moved = layoutPhone(bodyOf([list], {}, { body: 160 }))
    expect(bounds(still, 'r5').top - bounds(moved, 'r5').top).toBe(420)
    const far = layoutPhone(bodyOf([list], {}, { body: 99_999 }))
    expect(bounds(far, 'r39').bottom).toBeLessThanOrEqual(bounds(far, 'body').bottom)
    expect(far.scrollAt(540, 1000)?.offset).toBeCloseTo(max, 0)
  })

  it('lists only rows that can be seen, cut at the edge', () => {
    const laid = layoutPhone(bodyOf([list], {}, { body: 20 }))
    const body = bounds(laid, 'body')
    const seen = laid.tree.nodes.filter(one => one.className === 'android.view.ViewGroup' && one.id.endsWith('/r'))
    expect(seen.length).toBeLessThan(20)
    expect(seen[0]?.bounds.top).toBe(body.top)
    expect(laid.visibleOf('r39')).toBeNull()
    expect(laid.boundsOf('r39')?.top).toBeGreaterThan(body.bottom)
  })

  it('scrolls the innermost thing under the finger that can', () => {
    const inner = node('scroll', {
      id: 'inner',
      size: 100,
      children: Array.from({ length: 9 }, () => node('text', { text: 'line' })),
    })
    const laid = layoutPhone(bodyOf([inner, list]))
    expect(laid.scrollAt(...middleOf(bounds(laid, 'inner')))?.key).toBe('inner')
    expect(laid.scrollAt(540, 1500)?.key).toBe('body')
    expect(element(laid, 'inner').scrollable).toBe(true)
    expect(layoutPhone(bodyOf([node('text', { text: 'x' })])).scrollAt(540, 1000)).toBeNull()
  })
})

describe('right to left', () => {
  it('mirrors every box of a screen', () => {
    const plain = layoutPhone(phoneView({ screen: formScreen(ar) }))
    const mirrored = layoutPhone(phoneView({ screen: formScreen(ar), rtl: true }))
    for (const [index, one] of plain.tree.nodes.entries()) {
      const other = mirrored.tree.nodes[index]
      expect(other?.bounds).toEqual({ ...one.bounds, left: 1080 - one.bounds.right, right: 1080 - one.bounds.left })
    }
  })
})

describe('the clean look', () => {
  const screens = [en, de, ar].flatMap(words => [
    listScreen(words, { fab: null }),
    formScreen(words),
    mediaScreen(words),
  ])
  const cases: [string, PhoneView][] = screens.flatMap(screen =>
    [1, 1.3, 2].flatMap(fontScale =>
      [0, 400].map((body): [string, PhoneView] => [
        `${screen.title} at ${fontScale}, scrolled ${body}`,
        phoneView({
          screen: { ...screen, scroll: { body } },
          fontScale,
          rtl: screen.title === ar.title || screen.title === ar.add,
        }),
      ]),
    ),
  )

  it.each(cases)('lays nothing over anything else: %s', (_, view) => {
    const { nodes } = layoutPhone(view).tree
    const isAbove = (above: Element, below: Element): boolean => {
      for (let at: number | null = below.index; at !== null; at = nodes[at]?.parent ?? null)
        if (at === above.index) return true
      return false
    }
    for (const one of nodes)
      for (const other of nodes) {
        if (isAbove(one, other) || isAbove(other, one)) continue
        const shared = intersect(one.bounds, other.bounds)
        expect([one.text, other.text, widthOf(shared) * heightOf(shared)]).toEqual([one.text, other.text, 0])
      }
  })

  it.each(cases)('cuts no words but those it was told to: %s', (_, view) => {
    const walk = (box: NonNullable<Laid['window']>): void => {
      for (const shape of box.shapes)
        if (shape.draw === 'text' && !shape.clip) {
          expect(shape.block.widthPx).toBeLessThanOrEqual(widthOf(shape.rect) + 1)
          expect(shape.rect.top).toBeGreaterThanOrEqual(box.rect.top)
          expect(shape.rect.bottom).toBeLessThanOrEqual(box.rect.bottom)
        }
      box.children.forEach(walk)
    }
    const { window } = layoutPhone(view)
    if (window !== null) walk(window)
  })

  it.each(cases)('makes every target at least 48 dp: %s', (_, view) => {
    const walk = (box: NonNullable<Laid['window']>): void => {
      if (box.element?.clickable === true) {
        expect(widthOf(box.rect)).toBeGreaterThanOrEqual(dp(48))
        expect(heightOf(box.rect)).toBeGreaterThanOrEqual(dp(48))
      }
      box.children.forEach(walk)
    }
    const { window } = layoutPhone(view)
    if (window !== null) walk(window)
  })

  it.each(['dialog', 'sheet', 'menu', 'permission', 'anr', 'crash'] as const)(
    'fits a %s on the screen at the largest text, also lying',
    kind => {
      for (const size of [
        { width: 1080, height: 2400 },
        { width: 2400, height: 1080 },
      ]) {
        const laid = layoutPhone(
          phoneView({ ...size, fontScale: 2, screen: listScreen(de), overlays: [dialog(de, { kind })] }),
        )
        const root = laid.tree.nodes[0]?.bounds
        expect(root?.bottom).toBeLessThanOrEqual(size.height - dp(48))
        expect(root?.top).toBeGreaterThanOrEqual(dp(24) - 1)
        expect(laid.tree.nodes.filter(one => one.clickable)).toHaveLength(2)
      }
    },
  )
})
