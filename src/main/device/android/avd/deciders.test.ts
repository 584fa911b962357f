// What is decided about emulators without one: the command line, the stages of a boot, what follows a crash or a death.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beginBoot,
  bootStages,
  bootStep,
  usualTimes,
  wordsOfBoot,
  type BootEvent,
  type Booting,
} from '#main/device/android/avd/boot-stages.ts'
import { bootArguments, consolePortFor, gpuOf } from '#main/device/android/avd/command-line.ts'
import { blankNote, noteSteps, type Note } from '#main/device/android/avd/note.ts'
import { afterCrash, crashesApartMs, mustBootCold, resumed } from '#main/device/android/avd/recovery.ts'
import { powerOrders } from '#shared/domain/device.ts'

describe('the command line of a boot', () => {
  it('asks for a token wherever it opens the control service, whatever else is asked', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.integer({ min: 5554, max: 5682 }), (cold, wipe, port) => {
        const args = bootArguments({ id: 'A', consolePort: port, grpcPort: port + 3000, cold, wipe, gpu: 'auto' })
        expect(args).toContain('-grpc')
        expect(args).toContain('-grpc-use-token')
        expect(args).toContain('-no-window')
        expect(args.includes('-no-snapshot-load')).toBe(cold)
        expect(args.includes('-wipe-data')).toBe(wipe)
      }),
    )
  })

  it('names what draws as this version of the emulator names it', () => {
    expect(gpuOf('36.3.9', 'linux', undefined)).toBe('swiftshader_indirect')
    expect(gpuOf('36.4.0', 'linux', undefined)).toBe('software')
    expect(gpuOf('37.2.12.0', 'linux', undefined)).toBe('software')
    expect(gpuOf(null, 'linux', undefined)).toBe('auto')
    expect(gpuOf('36.6.11', 'darwin', undefined)).toBe('auto')
    expect(gpuOf('36.6.11', 'linux', 'host')).toBe('host')
    expect(gpuOf('36.6.11', 'linux', '-wipe-data')).toBe('software')
  })

  it('takes the first pair of ports that nobody has', async () => {
    const busy = new Set([5557])
    const isFree = (port: number): Promise<boolean> => Promise.resolve(!busy.has(port))
    expect(await consolePortFor(new Set([5554]), isFree)).toBe(5558)
    expect(await consolePortFor(new Set(), () => Promise.resolve(false))).toBeNull()
  })
})

const stepped = (events: readonly BootEvent[], from: Booting = beginBoot(0)): Booting =>
  events.reduce((booting, event) => {
    const step = bootStep(booting, event, 0, usualTimes)
    return step.is === 'goes-on' ? step.booting : booting
  }, from)

const upTo = (stage: Booting['stage']): Booting => {
  const all: readonly BootEvent[] = [
    { is: 'running' },
    { is: 'adb', why: null },
    { is: 'android-up' },
    { is: 'packages-up' },
    { is: 'set-up' },
  ]
  return stepped(all.slice(0, bootStages.indexOf(stage)))
}

describe('the stages of a boot', () => {
  it('come one after the other, each with words of its own', () => {
    const words = bootStages.map(stage => {
      expect(upTo(stage).stage).toBe(stage)
      return wordsOfBoot(upTo(stage), 'cold')
    })
    expect(new Set(words).size).toBe(bootStages.length)
  })

  it('end in booted only by a picture that shows something', () => {
    const waiting = upTo('picture')
    for (const shows of ['nothing', 'one colour'] as const)
      expect(bootStep(waiting, { is: 'picture', shows }, 5, usualTimes).is).toBe('goes-on')
    expect(bootStep(waiting, { is: 'picture', shows: 'something' }, 5, usualTimes)).toEqual({ is: 'booted', tookMs: 5 })
    // Not before Android is up, whatever the picture shows.
    for (const stage of bootStages.slice(0, -1))
      expect(bootStep(upTo(stage), { is: 'picture', shows: 'something' }, 5, usualTimes).is).toBe('goes-on')
  })

  it('wait for adb again when it goes offline once more', () => {
    const back = stepped([{ is: 'adb', why: 'It does not answer.' }], upTo('android'))
    expect(back.stage).toBe('adb')
    expect(stepped([{ is: 'adb', why: null }], back).stage).toBe('android')
  })

  it.each(bootStages)('has a time of its own for "%s", and says what did not come', stage => {
    const times = { ...usualTimes, [stage]: 1000 }
    expect(bootStep(upTo(stage), { is: 'time' }, 1000, times).is).toBe('goes-on')
    const late = bootStep(upTo(stage), { is: 'time' }, 1001, times)
    expect(late).toMatchObject({ is: 'late', stage, why: expect.stringMatching(/within 1 s\./) })
  })
})

describe('after a crash', () => {
  it('it is booted once again, and left failed when it crashes again within five minutes', () => {
    expect(afterCrash(null, 1000)).toBe('boot-again')
    expect(afterCrash(1000, 1000 + crashesApartMs - 1)).toBe('failed')
    expect(afterCrash(1000, 1000 + crashesApartMs)).toBe('boot-again')
  })

  it('the next boot is cold unless a snapshot was saved after the run began', () => {
    expect(mustBootCold(null, null)).toBe(false)
    expect(mustBootCold(null, 5)).toBe(false)
    expect(mustBootCold(10, null)).toBe(true)
    expect(mustBootCold(10, 9)).toBe(true)
    expect(mustBootCold(10, 11)).toBe(false)
  })
})

describe('an order that a dead hub had begun', () => {
  const noteOf = (order: NonNullable<Note['doing']>['order'], step: NonNullable<Note['doing']>['step']): Note => ({
    ...blankNote,
    doing: { order, step, sinceMs: 0 },
  })

  it('never starts a device that runs', () => {
    for (const order of powerOrders)
      for (const step of noteSteps) {
        const left = resumed(noteOf(order, step), true)
        expect(left.is === 'from' && left.step === 'starting', `${order} ${step}`).toBe(false)
      }
  })

  it('goes on from the step it was in, or is done, or is given up in words', () => {
    expect(resumed(blankNote, true)).toEqual({ is: 'nothing' })
    expect(resumed(noteOf('boot', 'starting'), false)).toEqual({ is: 'from', step: 'starting' })
    expect(resumed(noteOf('boot', 'starting'), true)).toEqual({ is: 'follow' })
    expect(resumed(noteOf('boot', 'waiting'), false)).toMatchObject({
      is: 'given-up',
      words: expect.stringMatching(/next boot is cold/),
    })
    expect(resumed(noteOf('shut-down', 'stopping'), true)).toEqual({ is: 'from', step: 'stopping' })
    expect(resumed(noteOf('shut-down', 'stopping'), false)).toEqual({ is: 'done' })
    expect(resumed(noteOf('reboot', 'stopping'), false)).toEqual({ is: 'from', step: 'starting' })
    expect(resumed(noteOf('delete', 'stopping'), false)).toEqual({ is: 'from', step: 'removing' })
    expect(resumed(noteOf('delete', 'removing'), false)).toEqual({ is: 'from', step: 'removing' })
  })
})
