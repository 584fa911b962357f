// The process of an app ended as in the background: put there first when it is in front, and said when it goes on.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Device, Grant } from '#main/device/device.ts'
import { endProcess } from '#main/hub/live/end-process.ts'

const app = 'dev.example.plants'
const grant = {} as Grant
const never = new AbortController().signal

function phone(of: { inFront: boolean; keeps: boolean }) {
  const done: string[] = []
  let isInFront = of.inFront
  const device = {
    kill: async () => {
      done.push('kill')
      return !of.keeps && !isInFront
    },
    observe: async () => ({ foreground: { package: isInFront ? app : 'launcher' } }),
    input: async (_: unknown, { key }: { key: string }) => {
      done.push(key)
      isInFront = false
    },
  } as unknown as Device
  return { device, done }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('an app in the background is ended at once, and no key is pressed', async () => {
  const { device, done } = phone({ inFront: false, keeps: false })
  await endProcess(device, grant, app, never)
  expect(done).toEqual(['kill'])
})

it('an app in front is put into the background first', async () => {
  const { device, done } = phone({ inFront: true, keeps: false })
  const ending = endProcess(device, grant, app, never)
  await vi.runAllTimersAsync()
  await ending
  expect(done).toEqual(['kill', 'Home', 'kill'])
})

it('an app that the system keeps is said to go on, with what ends it', async () => {
  const { device, done } = phone({ inFront: false, keeps: true })
  const refused = expect(endProcess(device, grant, app, never)).rejects.toMatchObject({
    code: 'failed',
    words: `The process of ${app} goes on.`,
    hint: expect.stringContaining('stop') as string,
  })
  await vi.runAllTimersAsync()
  await refused
  expect(done).not.toContain('Home')
  expect(done.length).toBeGreaterThan(3)
})
