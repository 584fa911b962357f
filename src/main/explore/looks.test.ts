// When a look is too early to be believed: half-built trees, and no tree because no window is in front yet.
import { describe, expect, it } from 'vitest'
import { noWindowYet } from '#shared/domain/device.ts'
import { looksHalfBuilt } from '#main/explore/looks.ts'
import { isBare } from '#main/explore/oracles/tree-reading.ts'
import { identityOf } from '#main/explore/screen-identity.ts'
import { app, look, treeOf, type NodeSpec } from '../../../test/builders/observation.ts'

describe('a look that is half built', () => {
  it('is one without a tree while no window is in front, not one of a device that gives none', () => {
    const none = look({ noTree: true })
    expect(looksHalfBuilt({ ...none, treeMissing: noWindowYet })).toBe(true)
    expect(looksHalfBuilt({ ...none, treeMissing: 'Another test tool holds the accessibility service.' })).toBe(false)
    expect(looksHalfBuilt({ ...none, treeMissing: noWindowYet, secure: true })).toBe(false)
  })
})

describe('a bare window', () => {
  it('is no screen of its own: the same as an empty tree', () => {
    const frames = look({ nodes: [{ kind: 'FrameLayout', id: 'android:id/content', at: [0, 24, 411, 842] }] })
    expect(identityOf(frames, app)).toEqual(identityOf(look({ emptyTree: true }), app))
  })

  it.each<[string, NodeSpec]>([
    ['words', { text: 'Plants', at: [0, 24, 200, 40] }],
    ['a picture', { kind: 'ImageView', at: [0, 24, 411, 842] }],
    ['a page of the web', { kind: 'android.webkit.WebView', at: [0, 24, 411, 842] }],
    ['something that works', { kind: 'ProgressBar', at: [180, 400, 48, 48] }],
  ])('is none with %s', (_, node) => {
    expect(isBare(treeOf([node]))).toBe(false)
  })
})
