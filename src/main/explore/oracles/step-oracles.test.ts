// Log and text oracles: one positive each, and every guard as a case that raises nothing.
import { describe, expect, it } from 'vitest'
import { askAll, reask, stepOracles, type OracleInput } from '#main/explore/oracle.ts'
import { app, look, type NodeSpec } from '../../../../test/builders/observation.ts'
import { asked, back, crashEvent, tap, target } from '../../../../test/builders/oracle-case.ts'

const save: NodeSpec = { id: 'save', text: 'Save', tap: true, at: [16, 200, 380, 48] }
const page = (...nodes: NodeSpec[]) => look({ number: 2, nodes: [{ text: 'Plant', at: [12, 36, 120, 30] }, ...nodes] })
const launcher = look({
  number: 3,
  front: 'com.android.launcher3',
  nodes: [{ text: 'Apps', package: 'com.android.launcher3', at: [0, 60, 100, 30] }],
})
const raise = async (input: OracleInput) =>
  (await askAll(stepOracles, input)).map(found => `${found.check}:${found.element}`)

describe('a crash', () => {
  const input = asked(launcher, {
    before: page(save),
    action: tap('save', 'Save'),
    events: [crashEvent()],
    from: { screen: null, screenName: 'Add plant' },
  })

  it('is told once, belongs to the screen and control it came from, and is no leaving of the app', async () => {
    const [found, ...others] = await askAll(stepOracles, input)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      check: 'crash',
      element: 'save',
      signature: 'java.lang.IllegalStateException',
      observation: 3,
      screenName: 'Add plant',
      title: 'Tapping “Save” on “Add plant” closes the app',
    })
  })

  it('names the kind of text typed before', async () => {
    const typed = {
      observation: page(save),
      action: { kind: 'type' as const, target: target('name'), text: '🌱', row: 'emoji' },
      events: [],
    }
    const [found] = await askAll(stepOracles, { ...input, history: [typed] })
    expect(found?.title).toBe('Tapping “Save” after typing an emoji on “Add plant” closes the app')
  })

  it('of an earlier step is not told again', async () => {
    const event = crashEvent()
    expect(
      await raise({
        ...input,
        now: page(save),
        events: [event],
        history: [
          { observation: page(save), action: null, events: [] },
          { observation: look({ number: 1 }), action: null, events: [event] },
        ],
      }),
    ).toEqual([])
  })

  it('is the same in a replay only with the same root', async () => {
    const [found] = await askAll(stepOracles, input)
    if (found === undefined) throw new Error('no candidate')
    expect(await reask(found, { ...input, events: [crashEvent({ message: 'no row 9', pid: 5 })] })).toBe(true)
    expect(await reask(found, { ...input, events: [crashEvent({ type: 'java.lang.NullPointerException' })] })).toBe(
      false,
    )
    expect(await reask(found, { ...input, events: [] })).toBe(false)
  })

  it('of native code and a hang have kinds of their own', async () => {
    expect(
      await raise({ ...input, events: [crashEvent({ kind: 'native_crash', type: 'SIGSEGV', frames: [] })] }),
    ).toEqual(['native_crash:save'])
    const hang = {
      kind: 'anr' as const,
      at: 1,
      pid: 4,
      reason: 'Input dispatching timed out',
      excerpt: '  at dev.example.app.Sync.run(Sync.kt:1)',
    }
    const [found] = await askAll(stepOracles, {
      ...input,
      now: look({ number: 3, overlay: 'Application Not Responding' }),
      events: [hang],
    })
    expect(found).toMatchObject({ check: 'anr', element: 'save', frames: ['dev.example.app.Sync.run'] })
  })
})

describe('leaving the app', () => {
  const out = asked(launcher, { before: page(save), action: tap('save', 'Save') })

  it('to the home screen by a tap is told', async () => {
    expect(await raise(out)).toEqual(['left_app:save'])
  })

  it.each<[string, Partial<OracleInput>]>([
    ['by Back', { action: back }],
    ['by going to the background', { action: { kind: 'background', ms: 2000 } }],
    ['by Home', { action: { kind: 'key', key: 'Home' } }],
    [
      'by a late Back of the step before',
      { history: [{ observation: look({ number: 1 }), action: back, events: [] }] },
    ],
    ['into a permission dialog', { now: look({ number: 3, front: 'com.google.android.permissioncontroller' }) }],
    ['into the share sheet', { now: look({ number: 3, front: 'com.android.intentresolver' }) }],
    [
      'by a link control',
      { now: look({ number: 3, front: 'com.android.browser' }), action: tap('website', 'Visit our website') },
    ],
    [
      'under a system window',
      { now: look({ number: 3, front: 'com.android.launcher3', overlay: 'Application Error: x' }) },
    ],
    ['that cannot be read', { now: look({ number: 3, front: '' }) }],
    ['when it was not in front before', { before: launcher }],
  ])('%s is not told', async (_, more) => {
    expect(await raise({ ...out, ...more })).toEqual([])
  })
})

describe('placeholders', () => {
  it.each([
    'Hello null',
    'Hi, undefined!',
    'NaN %',
    '[object Object]',
    'Members: %d',
    'Hello {{name}}',
    'Total ${sum}',
    '@string/title',
    'Lorem ipsum dolor',
  ])('in “%s” are told', async text => {
    expect(await raise(asked(page({ id: 'note', text, at: [16, 100, 300, 24] })))).toEqual(['placeholder:note'])
  })

  it.each(['Nullify the vote', 'annulled', 'Nan bread', '100% done', 'Todo list', 'Infinite', '5%', 'a %', 'Set {x}'])(
    'are not read into “%s”',
    async text => {
      expect(await raise(asked(page({ id: 'note', text, at: [16, 100, 300, 24] })))).toEqual([])
    },
  )

  it('that we typed, that stand in a foreign window or that are numbers in German raise nothing', async () => {
    expect(
      await raise(asked(page({ id: 'note', text: 'null', at: [16, 100, 300, 24] }), { typed: new Set(['null']) })),
    ).toEqual([])
    expect(
      await raise(
        asked(
          look({
            front: 'com.android.settings',
            nodes: [{ text: 'null', package: 'com.android.settings', at: [0, 60, 100, 30] }],
          }),
        ),
      ),
    ).toEqual([])
    expect(
      await raise(asked(page({ id: 'n', text: 'Noch null Tage', at: [16, 100, 300, 24] }), { condition: 'locale:de' })),
    ).toEqual([])
  })

  it('take the id of the row where the text has none', async () => {
    const row: NodeSpec = {
      kind: 'ViewGroup',
      id: 'plant',
      tap: true,
      at: [0, 100, 411, 56],
      inside: [{ text: 'undefined', at: [16, 110, 200, 20] }],
    }
    expect(await raise(asked(page(row)))).toEqual(['placeholder:plant'])
  })
})

describe('raw errors', () => {
  it.each([
    'java.lang.NumberFormatException: For input string: "x"',
    'HTTP 422 Unprocessable Entity',
    'Error: {"code":"FAILED"}',
    'TypeError: x is not a function',
    'SQLITE_CONSTRAINT',
    'failed at Repo.save(Repo.kt:41)',
    'Traceback (most recent call last)',
  ])('“%s” is told', async text => {
    expect(await raise(asked(page({ id: 'error', text, at: [16, 100, 380, 48] })))).toEqual(['raw_error:error'])
  })

  it.each([
    'An error occurred. Try again.',
    'Exceptional plants',
    'No connection',
    'Enter an e-mail address with an @.',
    'Room 404',
    'Version 5.0.0',
    'Error in the form',
  ])('“%s” is not', async text => {
    expect(await raise(asked(page({ id: 'error', text, at: [16, 100, 380, 48] })))).toEqual([])
  })

  it('on screens for developers raise nothing, and offline they are the offline screen’s fault', async () => {
    const shown = page({ id: 'error', text: 'java.io.IOException: timeout', at: [16, 100, 380, 48] })
    expect(await raise(asked(shown, { screenName: 'Debug log' }))).toEqual([])
    expect(await raise(asked(shown, { condition: 'offline', networkOn: false }))).toEqual(['offline:error'])
  })

  it('are asked again by element', async () => {
    const shown = page({ id: 'error', text: 'HTTP 500', at: [16, 100, 380, 48] })
    const [found] = await askAll(stepOracles, asked(shown))
    if (found === undefined) throw new Error('no candidate')
    expect(await reask(found, asked(shown))).toBe(true)
    expect(await reask(found, asked(page({ id: 'error', text: 'Try again later.', at: [16, 100, 380, 48] })))).toBe(
      false,
    )
    expect(found.title.length).toBeLessThan(160)
    expect(app).not.toBe('')
  })
})
