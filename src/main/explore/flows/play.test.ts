// The player on a tiny phone: what is played and what each outcome means.
import { describe, expect, it } from 'vitest'
import { app, flowOf, playOn, TinyPhone } from '../../../../test/doubles/tiny-phone.ts'

describe('playing', () => {
  it('walks a flow and passes', async () => {
    const phone = new TinyPhone('none')
    const play = await playOn(
      phone,
      flowOf(
        '- launchApp: {clearState: true}\n- tapOn: Add plant\n- tapOn: {id: name}\n- inputText: ${WHAT}\n- hideKeyboard\n- tapOn: Save\n- assertVisible: Fern\n- assertVisible: {text: "${WHAT}"}\n- assertNotVisible: Nothing\n',
      ),
      { variables: { WHAT: 'Ivy' } },
    )
    expect(play).toMatchObject({ result: 'passed', step: 9, line: 11 })
    expect(phone.plants).toEqual(['Fern', 'Cactus', 'Ivy'])
    expect(play.played?.steps.map(step => step.words)).not.toContain('Ivy')
  })

  it('drifts at an earlier step and reproduces at the last assertion', async () => {
    const drifted = await playOn(
      new TinyPhone('none'),
      flowOf('- launchApp\n- tapOn: {id: ad}\n- assertVisible: Fern\n'),
    )
    expect(drifted).toMatchObject({ result: 'drifted', step: 2, line: 4 })
    expect(drifted.words).toContain('Nothing matched id ad in 17 s. Closest: "add" (visible)')
    const failed = await playOn(new TinyPhone('none'), flowOf('- launchApp\n- assertVisible: Oak\n- back\n'))
    expect(failed).toMatchObject({ result: 'reproduced', step: 2, line: 4 })
  })

  it('refuses before it touches anything, all reasons at once', async () => {
    const phone = new TinyPhone('none')
    const play = await playOn(
      phone,
      flowOf('- launchApp\n- runScript: a.js\n- inputText: ${WHO}\n- travel: {points: ["1,2"]}\n'),
      {},
      { 'a.js': '' },
    )
    expect(play).toMatchObject({ result: 'refused', line: 4, played: null })
    expect(play.words).toMatch(/runScript[\s\S]*WHO[\s\S]*travel/)
    expect(phone.screen).toBe('launcher')
    expect(await playOn(phone, 'appId: a\n---\n- nope\n')).toMatchObject({ result: 'refused', line: 3 })
  })

  it('turns a failure of an optional step into a warning, skips what does not apply and repeats while it should', async () => {
    const phone = new TinyPhone('none')
    const play = await playOn(
      phone,
      flowOf(
        '- launchApp\n- tapOn: {text: Oak, optional: true}\n- runFlow: {when: {platform: iOS}, commands: [back]}\n- evalScript: ${output.i = 0}\n- repeat:\n    while: {true: "${output.i < 3}"}\n    commands:\n      - tapOn: {id: add}\n      - back\n      - evalScript: ${output.i++}\n- assertTrue: ${output.i == 3}\n',
      ),
    )
    expect(play.result).toBe('passed')
    expect(play.played?.steps.map(step => step.outcome).filter(outcome => outcome !== 'passed')).toEqual([
      'warned',
      'skipped',
    ])
    expect(phone.inputs.filter(input => input.kind === 'tap')).toHaveLength(3)
  })

  it('does nothing for hideKeyboard without a keyboard, and says so', async () => {
    const phone = new TinyPhone('none')
    const play = await playOn(phone, flowOf('- launchApp\n- hideKeyboard\n- assertVisible: Fern\n'))
    expect(play.result).toBe('passed')
    expect(phone.inputs).toHaveLength(0)
    expect(play.played?.notes.join()).toContain('no keyboard was shown')
  })

  it('runs hooks, also after a failure, and keeps the env of subflows apart', async () => {
    const files = { 'sub.yaml': `appId: ${app}\nenv: {A: "\${A || 'x'}2"}\n---\n- assertTrue: \${A === '12'}\n` }
    const phone = new TinyPhone('none')
    const play = await playOn(
      phone,
      `appId: ${app}\nenv: {A: '0'}\nonFlowStart: [launchApp]\nonFlowComplete: [back]\n---\n- runFlow: {file: sub.yaml, env: {A: '1'}}\n- assertTrue: \${A === '0'}\n- assertTrue: \${A === '9'}\n- back\n`,
      {},
      files,
    )
    expect(play).toMatchObject({ result: 'reproduced', line: 8 })
    expect(phone.inputs).toEqual([{ kind: 'key', key: 'Back' }])
  })

  it('tells a crash at the step it came from, and one before the last assertions at those', async () => {
    const steps = '- launchApp\n- tapOn: {id: add}\n- tapOn: {id: name}\n- inputText: 🌱\n- tapOn: Save\n'
    const drifted = await playOn(new TinyPhone('crash'), flowOf(`${steps}- tapOn: Fern\n- assertVisible: Fern\n`))
    expect(drifted).toMatchObject({ result: 'drifted', step: 5 })
    expect(drifted.words).toContain('is no longer running (java.lang.IllegalArgumentException: bad name)')
    const reproduced = await playOn(
      new TinyPhone('crash'),
      flowOf(`${steps}- waitForAnimationToEnd\n- assertVisible: Fern\n`),
    )
    expect(reproduced).toMatchObject({ result: 'reproduced', step: 7 })
  })
})
