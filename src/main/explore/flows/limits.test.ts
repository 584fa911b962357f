// How long a flow may be: 10,000 commands, with those of the flows it runs; more is refused in words, fast.
import { describe, expect, it } from 'vitest'
import { parseFlow } from '#main/explore/flows/parse.ts'

const flow = (commands: string): string => `appId: dev.example.app\n---\n${commands}`
const none = (): string => {
  throw new Error('there is no such file')
}

describe('a flow', () => {
  it('of 10,000 commands is read', () => {
    expect(parseFlow(flow('- back\n'.repeat(10_000)), 'long.yaml', none).flow?.commands.length).toBe(10_000)
  })

  it('of more is refused once, at the first one too many', () => {
    const { errors } = parseFlow(flow('- back\n'.repeat(12_000)), 'long.yaml', none)
    expect(errors).toMatchObject([{ title: 'Too Many Commands', at: { file: 'long.yaml', line: 10_003 } }])
    expect(errors[0]?.words).toMatch(/at most 10,000/u)
  })

  it('that runs another over and over is counted with it', () => {
    const part = flow('- back\n'.repeat(200))
    const { errors } = parseFlow(flow('- runFlow: part.yaml\n'.repeat(60)), 'whole.yaml', () => part)
    expect(errors.map(error => error.title)).toEqual(['Too Many Commands'])
  })
})
