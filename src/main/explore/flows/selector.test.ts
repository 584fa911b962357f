// Which element a selector takes, and in which order: Maestro's rules one by one.
import { describe, expect, it } from 'vitest'
import type { ElementTree } from '#shared/domain/element.ts'
import { selectorOf } from '#main/explore/flows/model.ts'
import type { Selector } from '#main/explore/flows/model.ts'
import { closestWords, matchElements } from '#main/explore/flows/selector.ts'
import { elementTree, type GivenElement } from '../../../../test/builders/element-tree.ts'

const treeOf = (...roots: readonly GivenElement[]): ElementTree => elementTree(roots)
const size = { width: 1000, height: 2000 }
const android = { size, platform: 'android' } as const
const found = (
  tree: ElementTree,
  parts: Partial<Selector>,
  screen: { size: typeof size; platform: 'android' | 'ios' } = android,
) => matchElements(tree, selectorOf(parts), screen).map(node => node.text || node.desc || node.id || `#${node.index}`)

describe('text and id', () => {
  it('match the whole text, the hint or the description, by pattern or by equality', () => {
    const tree = treeOf(
      { text: 'Prebuilt UI (single-step)' },
      { text: 'Save plant', at: [0, 1, 9, 9] },
      { hint: 'Name', id: 'x', at: [0, 2, 9, 9] },
      { desc: 'Hello\nWorld', at: [0, 3, 9, 9] },
    )
    expect(found(tree, { text: 'Prebuilt UI (single-step)' })).toEqual(['Prebuilt UI (single-step)'])
    expect(found(tree, { text: 'save' })).toEqual([])
    expect(found(tree, { text: 'save.*' })).toEqual(['Save plant'])
    expect(found(tree, { text: 'name' })).toEqual(['x'])
    expect(found(tree, { text: 'Hello World' })).toEqual(['Hello\nWorld'])
    expect(found(tree, { text: 'Hello\\nWorld' })).toEqual(['Hello\nWorld'])
    expect(found(treeOf({ text: '+123456' }), { text: '\\+123456' })).toEqual(['+123456'])
  })

  it('take an id whole or after its last slash, and escape nothing for it', () => {
    const tree = treeOf({ id: 'dev.example.app:id/save' }, { id: 'row[1]', at: [0, 5, 9, 9] })
    expect(found(tree, { id: 'save' })).toHaveLength(1)
    expect(found(tree, { id: 'dev.example.app:id/save' })).toHaveLength(1)
    expect(found(tree, { id: 'row[1]' })).toHaveLength(0)
    expect(found(tree, { id: 'row\\[1\\]' })).toHaveLength(1)
  })

  it('keep the deepest match of each branch only', () => {
    const tree = treeOf({ text: 'Save', inside: [{ text: 'Save', id: 'inner' }] })
    expect(matchElements(tree, selectorOf({ text: 'Save' }), android).map(node => node.id)).toEqual(['inner'])
  })
})

describe('order', () => {
  const tree = treeOf(
    { text: 'a', at: [0, 300, 100, 400] },
    { text: 'b', at: [0, 100, 100, 200], clickable: true },
    { text: 'c', at: [200, 100, 300, 200], clickable: true },
  )
  it('is clickable first, then tree order; on iOS tree order alone', () => {
    expect(found(tree, { text: '[abc]' })).toEqual(['b', 'c', 'a'])
    expect(found(tree, { text: '[abc]' }, { size, platform: 'ios' })).toEqual(['a', 'b', 'c'])
  })
  it('is by top and left with an index, which may count from the end and may find nothing', () => {
    expect(found(tree, { text: '[abc]', index: '0' })).toEqual(['b'])
    expect(found(tree, { text: '[abc]', index: '-1' })).toEqual(['a'])
    expect(found(tree, { text: '[abc]', index: '3' })).toEqual([])
    expect(found(tree, { index: '1' })).toEqual(['c'])
  })
  it('does not take the nearest one below an anchor but the first in order', () => {
    const form = treeOf(
      { text: 'Email', at: [0, 100, 100, 150] },
      { text: 'far', at: [0, 900, 100, 950], clickable: true },
      { text: 'near', at: [0, 200, 100, 250], clickable: true },
    )
    expect(found(form, { below: selectorOf({ text: 'Email' }) })).toEqual(['far', 'near'])
  })
})

describe('relations', () => {
  const tree = treeOf(
    {
      id: 'list',
      at: [0, 0, 1000, 1000],
      inside: [
        {
          id: 'row',
          at: [0, 0, 1000, 100],
          clickable: true,
          inside: [
            { text: 'Fern', at: [0, 0, 500, 100] },
            { text: 'Delete', at: [500, 0, 900, 100], clickable: true },
          ],
        },
        {
          id: 'row',
          at: [0, 100, 1000, 200],
          clickable: true,
          inside: [
            { text: 'Cactus', at: [0, 100, 500, 200] },
            { text: 'Delete', at: [500, 100, 900, 200], clickable: true },
          ],
        },
      ],
    },
    { text: 'Delete', at: [0, 1500, 900, 1600], clickable: true },
  )
  it('compare top and left edges only', () => {
    expect(found(tree, { text: 'Delete', below: selectorOf({ text: 'Fern' }) })).toHaveLength(2)
    expect(found(tree, { text: 'Delete', above: selectorOf({ text: 'Cactus' }) })).toHaveLength(1)
    expect(found(tree, { text: 'Delete', rightOf: selectorOf({ text: 'Cactus' }) })).toHaveLength(2)
    expect(found(tree, { text: 'Fern', leftOf: selectorOf({ text: 'Delete' }) })).toEqual(['Fern'])
  })
  it('find a row by a direct child or by anything inside, and search inside the first parent', () => {
    const rows = (parts: Partial<Selector>) =>
      matchElements(tree, selectorOf(parts), android).map(node => node.bounds.top)
    expect(rows({ id: 'row', containsChild: selectorOf({ text: 'Cactus' }) })).toEqual([100])
    expect(rows({ id: 'list', containsChild: selectorOf({ text: 'Cactus' }) })).toEqual([])
    expect(
      rows({ id: 'list', containsDescendants: [selectorOf({ text: 'Cactus' }), selectorOf({ text: 'Fern' })] }),
    ).toEqual([0])
    expect(rows({ text: 'Delete', childOf: selectorOf({ id: 'list' }) })).toEqual([0, 100])
    expect(rows({ text: 'Delete', childOf: selectorOf({ id: 'row', index: '1' }) })).toEqual([100])
  })
})

describe('what counts as there', () => {
  it('needs a tenth of its area on the screen, or a child that has it', () => {
    const tree = treeOf(
      { text: 'edge', at: [0, 1995, 100, 2095] },
      { text: 'in', at: [0, 1980, 100, 2080] },
      { text: 'flat', at: [0, 0, 0, 0], inside: [{ text: 'child' }] },
    )
    expect(found(tree, { text: 'edge|in|flat' })).toEqual(['in', 'flat'])
  })
  it('asks states, size and traits, and takes twins as one', () => {
    const tree = treeOf(
      { text: 'a', enabled: false },
      { text: 'b', checked: true, at: [0, 0, 100, 102] },
      { text: 'b', checked: true, at: [0, 0, 100, 102] },
    )
    expect(found(tree, { enabled: false })).toEqual(['a'])
    expect(found(tree, { checked: true })).toEqual(['b'])
    expect(found(tree, { width: 101, tolerance: 1, height: 102 })).toEqual(['b'])
    expect(found(tree, { traits: ['square'], text: 'b' })).toEqual(['b'])
  })
  it('says what is near when nothing matched', () => {
    const tree = treeOf({ id: 'x:id/login_btn', text: 'Log in' }, { text: 'Later', enabled: false, at: [0, 9, 9, 19] })
    expect(closestWords(tree, selectorOf({ id: 'login_button' }), android)).toContain('"login_btn" (visible)')
    expect(closestWords(tree, selectorOf({ text: 'Later', enabled: true }), android)).toContain('disabled')
  })
})
