// Maestro's own cases played, with the facts their index states.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { playFlow } from '#main/explore/flows/result.ts'
import { grant, signal, TinyPhone } from '../../../../test/doubles/tiny-phone.ts'

const folder = resolve(process.env['NOCTURNE_FIXTURES'] ?? '../shared/fixtures', 'maestro')
describe('recorded edge cases', () => {
  if (!existsSync(folder)) {
    it('are left out: no fixtures', () => {
      process.stdout.write('left out: no fixtures\n')
      expect(existsSync(folder)).toBe(false)
    })
    return
  }
  const playCase = async (file: string, variables: Record<string, string>) => {
    const phone = new TinyPhone('none')
    const path = resolve(folder, file)
    const source = {
      text: readFileSync(path, 'utf8'),
      file: path,
      readFile: (name: string) => readFileSync(name, 'utf8'),
    }
    const play = await playFlow(phone.device(), grant, source, { variables }, signal)
    return { phone, play, typed: phone.inputs.flatMap(input => (input.kind === 'text' ? [input.text] : [])) }
  }
  it('run what is true and skip what is not', async () => {
    const { play, typed } = await playCase('edge-065-when-true/065_when_true.yaml', {})
    expect(play.result).toBe('passed')
    expect(typed).toEqual(['True', 'String', 'Positive Int', 'Object', 'Array'])
  })
  it('type every sign, from outside and from the file', async () => {
    const signs = '!@#$&*()_+{}|:"<>?[]\\\\;\',./'
    const { typed } = await playCase('edge-077-special-chars/077_env_special_characters.yaml', { OUTER: signs })
    expect(typed).toEqual([signs, signs])
  })
  it('take numbers out of range as the defaults of Maestro', async () => {
    const { play, phone } = await playCase('edge-118-negative-scroll/118_scroll_until_visible_negative.yaml', {})
    expect(play).toMatchObject({ result: 'drifted', step: 1 })
    const swipes = phone.inputs.filter(input => input.kind === 'swipe')
    expect(swipes.every(swipe => swipe.ms === 40)).toBe(true)
    expect(phone.now).toBeGreaterThan(20_000)
  })
})
