// What becomes of inputs on their way to a device: lifted on each kind of end, never on a wrong screen, text in order, and
// receipts that say what is known.
import { describe, expect, it } from 'vitest'
import type { Driver } from '#main/device/driver.ts'
import { openDevice, type OpenDevice } from '#main/device/open-device.ts'
import type { Grant } from '#main/device/device.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Owner } from '#shared/domain/device.ts'
import type { Contact } from '#shared/domain/input.ts'
import { FingerDriver } from '../../../test/doubles/finger-driver.ts'
import { StillDriver } from '../../../test/doubles/still-driver.ts'

const never = new AbortController().signal
const person: Owner = { kind: 'person', name: 'you' }
const agent: Owner = { kind: 'agent', name: 'agent' }
const night: Owner = { kind: 'night', name: 'a night' }

interface Opened {
  readonly phone: FingerDriver
  readonly device: OpenDevice
  readonly grant: Grant
  readonly put: (contacts: readonly Contact[], generation?: number) => ReturnType<OpenDevice['input']>
  readonly text: (text: string) => ReturnType<OpenDevice['input']>
}

/** Nobody looks at it: no picture is captured as it changes. */
const unwatched: Driver['video'] = {
  kind: 'raw',
  path: 'drawn',
  frames: () => Promise.reject(new Error('nobody looks')),
}

async function opened(owner: Owner = person): Promise<Opened> {
  const phone = new FingerDriver()
  const device = await openDevice({ ...phone.driver, video: unwatched }, never)
  await device.observe(never)
  const grant = await device.takeControl(owner, never)
  return {
    phone,
    device,
    grant,
    put: (contacts, generation = device.state.value.generation) =>
      device.input(grant, { kind: 'contacts', generation, contacts }, never),
    text: text => device.input(grant, { kind: 'text', text }, never),
  }
}

const finger = (x: number, y: number, id = 0): Contact => ({ id, x, y })

/** Waits at the first call of that kind until it is let go or aborted. */
function holdAt(phone: FingerDriver, kind: string): { readonly reached: Promise<void>; go(): void } {
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  phone.still.during = (what, signal) => {
    if (!what.startsWith(kind)) return Promise.resolve()
    reached.resolve()
    return Promise.race([
      go.promise,
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    ])
  }
  return { reached: reached.promise, go: () => go.resolve() }
}

describe('fingers are lifted', () => {
  it('where they are when control changes hands in the middle of a swipe', async () => {
    const { phone, device, grant } = await opened(agent)
    const generation = device.state.value.generation
    const held = holdAt(phone, 'put 0@3')
    const swipe = device.input(
      grant,
      { kind: 'swipe', from: { x: 10, y: 10, generation }, to: { x: 90, y: 10, generation }, ms: 300 },
      never,
    )
    const queued = device.input(grant, { kind: 'key', key: 'Back' }, never)
    swipe.catch(() => undefined)
    queued.catch(() => undefined)
    await held.reached
    await device.takeControl(person, never)
    await expect(swipe).rejects.toMatchObject({ code: 'person-has-control' })
    await expect(queued).rejects.toMatchObject({ code: 'person-has-control' })
    expect(phone.down.size).toBe(0)
    expect(phone.asked.at(-1)).toBe('lift')
    expect(phone.asked).not.toContain('put 0@90,10')
    expect(phone.asked).not.toContain('key Back')
  })

  it('when control is handed back, keys too', async () => {
    const { phone, device, grant, put } = await opened()
    await put([finger(5, 5)])
    await device.input(grant, { kind: 'host_key', key: { key: 'Shift', code: 'ShiftLeft' }, down: true }, never)
    await grant[Symbol.asyncDispose]()
    expect(phone.down.size).toBe(0)
    expect(phone.keysDown.size).toBe(0)
  })

  it('when the asking link ends in the middle of a drag', async () => {
    const { phone, device, grant, put } = await opened()
    await put([finger(5, 5)])
    const link = new AbortController()
    const held = holdAt(phone, 'put')
    const { generation } = device.state.value
    const move = device.input(grant, { kind: 'contacts', generation, contacts: [finger(6, 6)] }, link.signal)
    await held.reached
    link.abort(new Refusal('failed', 'The connection closed.'))
    await expect(move).rejects.toThrow('The connection closed.')
    expect(phone.down.size).toBe(0)
  })

  it('when a hub opens the device, whatever another left down', async () => {
    const phone = new FingerDriver()
    phone.down.set(3, { x: 1, y: 1 })
    await openDevice(phone.driver, never)
    expect(phone.down.size).toBe(0)
  })

  it('when the device restarts, and the drag does not go on by itself', async () => {
    const { phone, device, put } = await opened()
    await put([finger(5, 5)])
    phone.still.power.set({ is: 'lost', why: 'it restarts', nextTryMs: null })
    await expect(put([finger(6, 6)])).rejects.toMatchObject({ code: 'not-booted' })
    phone.still.power.set({ is: 'on', asleep: false })
    await device.observe(never)
    expect(phone.down.size).toBe(0)
    await expect(put([finger(7, 7)])).rejects.toMatchObject({ code: 'stale-geometry' })
    await put([])
    await put([finger(8, 8)])
    expect([...phone.down]).toEqual([[0, { x: 8, y: 8 }]])
  })

  it('when the picture is of another geometry: the device turned by itself', async () => {
    const { phone, device, put } = await opened()
    const before = device.state.value.generation
    await put([finger(5, 5)])
    phone.still.orientation = 'landscape'
    await device.observe(never)
    expect(phone.down.size).toBe(0)
    await expect(put([finger(6, 6)], before)).rejects.toMatchObject({ code: 'stale-geometry' })
    // Even with the new number it would be a touch nobody meant there.
    await expect(put([finger(6, 6)])).rejects.toMatchObject({ code: 'stale-geometry' })
  })

  it('when a control turns the device, before it turns', async () => {
    const { phone, device, grant, put } = await opened()
    await put([finger(5, 5)])
    await device.control(grant, { set: 'orientation', to: 'landscape' }, never)
    expect(phone.down.size).toBe(0)
    expect(phone.asked.indexOf('set orientation landscape')).toBeGreaterThan(phone.asked.lastIndexOf('lift'))
  })

  it('when the injection of a move is refused: the drag is over', async () => {
    const { phone, put } = await opened()
    await put([finger(5, 5)])
    phone.refuse = 1
    await expect(put([finger(6, 6)])).rejects.toMatchObject({ code: 'failed' })
    expect(phone.down.size).toBe(0)
    await expect(put([finger(7, 7)])).rejects.toMatchObject({ code: 'stale-geometry' })
    await put([])
    await put([finger(7, 7)])
    expect(phone.down.size).toBe(1)
  })

  it('when the asking link ends while a key goes down: that key and those that were held before', async () => {
    const { phone, device, grant } = await opened()
    const press = (key: string, signal: AbortSignal): ReturnType<OpenDevice['input']> =>
      device.input(grant, { kind: 'host_key', key: { key, code: key }, down: true }, signal)
    await press('Shift', never)
    const link = new AbortController()
    // It arrives, and the answer does not.
    const reached = Promise.withResolvers<void>()
    phone.still.during = (what, signal) => {
      if (what !== 'down Enter') return Promise.resolve()
      phone.keysDown.add('Enter')
      reached.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    }
    const pressed = press('Enter', link.signal)
    await reached.promise
    link.abort(new Refusal('failed', 'The connection closed.'))
    await expect(pressed).rejects.toThrow('The connection closed.')
    expect([...phone.keysDown]).toEqual([])
  })

  it('when the injection fails in the middle of a swipe', async () => {
    const { phone, device, grant } = await opened()
    const { generation } = device.state.value
    phone.still.during = what =>
      what.startsWith('put 0@') && what !== 'put 0@10,10'
        ? Promise.reject(new Refusal('failed', 'The touch was not injected.'))
        : Promise.resolve()
    const swipe = device.input(
      grant,
      { kind: 'swipe', from: { x: 10, y: 10, generation }, to: { x: 90, y: 10, generation }, ms: 300 },
      never,
    )
    await expect(swipe).rejects.toThrow('not injected')
    expect(phone.asked).toContain('put 0@10,10')
    expect(phone.down.size).toBe(0)
  })

  it('a key too whose going down nobody knows the end of', async () => {
    const { phone, device, grant } = await opened()
    const key = { key: 'Enter', code: 'Enter' }
    phone.still.during = what => {
      if (what !== 'down Enter') return Promise.resolve()
      phone.keysDown.add('Enter')
      return Promise.reject(new Refusal('outcome-unknown', 'No answer.'))
    }
    expect(await device.input(grant, { kind: 'host_key', key, down: true }, never)).toMatchObject({ reached: null })
    await device.input(grant, { kind: 'host_key', key, down: false }, never)
    expect([...phone.keysDown]).toEqual([])
  })

  it('a key the device does not have is not among them, so that it keeps nobody from control', async () => {
    const { phone, device, grant } = await opened()
    phone.still.during = what =>
      what.endsWith(' Dead') ? Promise.reject(new Refusal('unsupported', 'It is on no key.')) : Promise.resolve()
    const key = { key: 'Dead', code: 'Quote' }
    await expect(device.input(grant, { kind: 'host_key', key, down: true }, never)).rejects.toThrow('on no key')
    await grant[Symbol.asyncDispose]()
    expect((await device.takeControl(agent, never)).owner).toEqual(agent)
    expect(phone.asked).not.toContain('up Dead')
  })

  it('when the device is closed', async () => {
    const { phone, device, put } = await opened()
    await put([finger(5, 5)])
    await device[Symbol.asyncDispose]()
    expect(phone.down.size).toBe(0)
    expect(phone.asked.at(-1)).toBe('close')
  })
})

describe('from a control that changes the geometry until its first picture', () => {
  it("a person's touch waits and lands", async () => {
    const { phone, device, grant, put } = await opened()
    await device.control(grant, { set: 'turn', to: 'turned-left' }, never)
    const touch = put([finger(150, 5)])
    await sleep(20)
    expect(phone.asked.some(what => what.startsWith('put'))).toBe(false)
    phone.still.orientation = 'landscape'
    await device.observe(never)
    await touch
    expect(phone.asked).toContain('put 0@150,5')
  })

  it('an agent and a night are refused at once', async () => {
    for (const owner of [agent, night]) {
      const { phone, device, grant } = await opened(owner)
      await device.control(grant, { set: 'turn', to: 'turned-left' }, never)
      const { generation } = device.state.value
      const tap = device.input(grant, { kind: 'tap', at: { x: 5, y: 5, generation } }, never)
      tap.catch(() => undefined)
      await sleep(20)
      // One that had waited for this picture would land.
      await device.observe(never)
      await expect(tap).rejects.toMatchObject({ code: 'stale-geometry' })
      expect(phone.asked.some(what => what.startsWith('put'))).toBe(false)
    }
  })

  it('a turn to how it is held already changes nothing', async () => {
    const { device, grant, put } = await opened()
    const before = device.state.value.generation
    await device.control(grant, { set: 'turn', to: 'upright' }, never)
    expect(device.state.value.generation).toBe(before)
    await put([finger(5, 5)], before)
  })

  it('a look that began before the turn is not taken for one after it', async () => {
    const { phone, device, grant, put } = await opened()
    const { screen } = phone.driver
    const look = screen.look.bind(screen)
    const late = Promise.withResolvers<void>()
    let looks = 0
    screen.look = async signal => {
      const seen = await look(signal)
      looks += 1
      if (looks === 1) await late.promise
      return seen
    }
    const looking = device.observe(never)
    await device.control(grant, { set: 'orientation', to: 'landscape' }, never)
    late.resolve()
    const seen = await looking
    expect(seen.orientation).toBe('landscape')
    expect(seen.generation).toBe(device.state.value.generation)
    await put([finger(150, 5)], seen.generation)
  })
})

describe('several fingers', () => {
  it('pinch about their middle, and never leave the screen', async () => {
    const { phone, device, grant } = await opened()
    const { generation } = device.state.value
    await device.input(grant, { kind: 'pinch', centre: { x: 90, y: 50, generation }, from: 10, to: 60, ms: 100 }, never)
    const puts = phone.asked.filter(what => what.startsWith('put'))
    expect(puts[0]).toBe('put 0@85,50 1@95,50')
    expect(puts.at(-2)).toBe('put 0@60,50 1@99,50')
    expect(phone.down.size).toBe(0)
  })

  it('are refused in words where only whole gestures go', async () => {
    const device = await openDevice(new StillDriver(), never)
    const grant = await device.takeControl(person, never)
    const contacts = device.input(grant, { kind: 'contacts', generation: 1, contacts: [finger(1, 1)] }, never)
    await expect(contacts).rejects.toThrow(/whole gestures/)
    const at = { x: 5, y: 5, generation: 1 }
    await expect(
      device.input(grant, { kind: 'pinch', centre: at, from: 2, to: 4, ms: 10 }, never),
    ).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('skip the moves a slow device has no time for, never a finger that goes down or up', async () => {
    const { phone, put } = await opened()
    const held = holdAt(phone, 'put 0@1,1')
    const first = put([finger(1, 1)])
    await held.reached
    const rest = [
      put([finger(2, 2)]),
      put([finger(3, 3)]),
      put([finger(4, 4)]),
      put([finger(4, 4), finger(9, 9, 1)]),
      put([]),
    ]
    held.go()
    const receipts = await Promise.all([first, ...rest])
    expect(phone.asked.filter(what => what.startsWith('put'))).toEqual([
      'put 0@1,1',
      'put 0@4,4',
      'put 0@4,4 1@9,9',
      'put',
    ])
    expect(receipts.map(({ sent }) => sent)).toEqual([true, false, false, true, true, true])
  })
})

describe('text', () => {
  it('goes as keys where every character has one, and pasted where not, in order with the keys around it', async () => {
    const { phone, device, grant, text } = await opened()
    await Promise.all([
      text('name: '),
      text('Ż'),
      text('ó'),
      text('łw'),
      device.input(grant, { kind: 'key', key: 'Enter' }, never),
      text('ok'),
    ])
    expect(phone.pasted).toEqual(['Żółw'])
    expect(phone.asked.filter(what => /^(type|paste|key)/.test(what))).toEqual([
      'type name: ',
      'paste',
      'key Enter',
      'type ok',
    ])
    expect(phone.clip).toBe('what the person had copied')
  })

  it('is gathered for 150 ms into one paste, and at most 2,000 characters', async () => {
    const { phone, text } = await opened()
    const long = 'ß'.repeat(1500)
    await Promise.all([text('你'), text('好'), text(long), text(long)])
    expect(phone.pasted).toEqual([`你好${long}`, long])
  })

  it('that waits to be pasted is dropped when another takes control', async () => {
    const { phone, device, text } = await opened(agent)
    const typed = text('你好')
    typed.catch(() => undefined)
    await device.takeControl(person, never)
    await expect(typed).rejects.toMatchObject({ code: 'person-has-control' })
    await sleep(200)
    expect(phone.pasted).toEqual([])
    expect(phone.asked.some(what => what.startsWith('clip'))).toBe(false)
  })

  it('of whoever took control is not added to what the one before him had typed', async () => {
    const { phone, device, grant } = await opened(agent)
    const go = Promise.withResolvers<void>()
    // It winds down slowly, so that what waits behind it still waits when control has changed hands.
    phone.still.during = what => (what === 'key Back' ? go.promise : Promise.resolve())
    const before = [
      device.input(grant, { kind: 'key', key: 'Back' }, never),
      device.input(grant, { kind: 'text', text: 'é' }, never),
    ]
    for (const one of before) one.catch(() => undefined)
    const mine = await device.takeControl(person, never)
    const typed = device.input(mine, { kind: 'text', text: 'ü' }, never)
    go.resolve()
    await expect(before[1]).rejects.toMatchObject({ code: 'person-has-control' })
    expect(await typed).toMatchObject({ sent: true })
    expect(phone.pasted).toEqual(['ü'])
  })

  it('whose clipboard was set and whose paste key was not sent is abandoned, and the clipboard put back', async () => {
    const { phone, device, grant } = await opened(agent)
    const held = holdAt(phone, 'clip 你好')
    const paste = device.input(grant, { kind: 'paste', text: '你好' }, never)
    paste.catch(() => undefined)
    await held.reached
    phone.clip = '你好'
    await device.takeControl(person, never)
    await expect(paste).rejects.toMatchObject({ code: 'person-has-control' })
    expect(phone.pasted).toEqual([])
    expect(phone.clip).toBe('what the person had copied')
  })

  it('whose paste key was sent is finished, and the clipboard put back', async () => {
    const { phone, device, grant } = await opened(agent)
    const held = holdAt(phone, 'paste')
    const paste = device.input(grant, { kind: 'paste', text: '你好' }, never)
    paste.catch(() => undefined)
    await held.reached
    await device.takeControl(person, never)
    held.go()
    await paste
    expect(phone.pasted).toEqual(['你好'])
    expect(phone.clip).toBe('what the person had copied')
  })

  it('does not take the place of what was copied on the device while it was pasted', async () => {
    const { phone, text } = await opened()
    phone.still.during = async what => {
      if (what === 'paste') phone.copy('copied meanwhile')
    }
    await text('é')
    expect(phone.clip).toBe('copied meanwhile')
  })

  it('is put back on a device whose connection broke in the middle of a paste', async () => {
    const { phone, device, grant } = await opened()
    const { clipboard } = phone.driver
    if (clipboard === null) throw new Error('it has one')
    const read = clipboard.read.bind(clipboard)
    const broken = new Refusal('failed', 'The connection broke.')
    clipboard.paste = () => {
      clipboard.read = () => Promise.reject(broken)
      return Promise.reject(broken)
    }
    await expect(device.input(grant, { kind: 'paste', text: '你好' }, never)).rejects.toBe(broken)
    expect(phone.clip).toBe('你好')
    clipboard.read = read
    phone.still.power.set({ is: 'lost', why: 'it broke', nextTryMs: null })
    phone.still.power.set({ is: 'on', asleep: false })
    await expect.poll(() => phone.clip).toBe('what the person had copied')
  })

  it('is refused by name where there is no clipboard, and typed where it can be', async () => {
    const still = new StillDriver()
    const device = await openDevice(still, never)
    const grant = await device.takeControl(person, never)
    still.during = what =>
      what === 'type 你' ? Promise.reject(new Refusal('bad-value', '"你" is on no key.')) : Promise.resolve()
    await expect(device.input(grant, { kind: 'paste', text: '你' }, never)).rejects.toThrow('你')
    await device.input(grant, { kind: 'paste', text: 'plain' }, never)
    expect(still.asked).toContain('type plain')
  })

  it('copied on the device is told, our own pastes are not', async () => {
    const { phone, device, grant } = await opened()
    const copied: string[] = []
    const stop = new AbortController()
    device.watchCopied(text => copied.push(text), stop.signal).catch(() => undefined)
    await device.input(grant, { kind: 'paste', text: '你好' }, never)
    phone.copy('on the device')
    stop.abort()
    expect(copied).toEqual(['on the device'])
  })
})

describe('a receipt', () => {
  it('does not say that an input arrived when the device did not', async () => {
    const { phone, device, grant } = await opened()
    phone.still.during = what =>
      what.startsWith('key') ? Promise.reject(new Refusal('outcome-unknown', 'No answer.')) : Promise.resolve()
    const receipt = await device.input(grant, { kind: 'key', key: 'Back' }, never)
    expect(receipt).toMatchObject({ sent: true, reached: null, changed: null })
    expect(receipt.words).toMatch(/did not say/)
  })

  it.each([person, agent, night])(
    'says of no finger that it arrived where the platform does not tell: %s',
    async owner => {
      const phone = new FingerDriver()
      const { touch } = phone.driver
      if (touch?.contacts == null) throw new Error('it takes fingers')
      const { contacts } = touch
      const device = await openDevice(
        {
          ...phone.driver,
          video: unwatched,
          touch: {
            ...touch,
            contacts: async (...of) => {
              await contacts(...of)
              return 'not told'
            },
          },
        },
        never,
      )
      await device.observe(never)
      const grant = await device.takeControl(owner, never)
      const { generation } = device.state.value
      for (const input of [
        { kind: 'tap', at: { x: 5, y: 5, generation } },
        { kind: 'double_tap', at: { x: 5, y: 5, generation } },
        { kind: 'swipe', from: { x: 5, y: 5, generation }, to: { x: 9, y: 9, generation }, ms: 50 },
        { kind: 'contacts', generation, contacts: [finger(1, 1)] },
        { kind: 'contacts', generation, contacts: [] },
      ] as const) {
        const receipt = await device.input(grant, input, never)
        expect(receipt).toMatchObject({ sent: true, reached: null })
        expect(receipt.words).toMatch(/did not say/)
      }
      expect(await device.input(grant, { kind: 'key', key: 'Back' }, never)).toMatchObject({
        reached: true,
        words: 'sent',
      })
    },
  )

  it('says nothing of a change where nobody captures pictures', async () => {
    const { device, grant } = await opened()
    expect(await device.input(grant, { kind: 'key', key: 'Back' }, never)).toMatchObject({
      changed: null,
      words: 'sent',
    })
  })

  it('says whether the picture changed within 400 ms, and what to try when not', async () => {
    const phone = new FingerDriver()
    const shown = Promise.withResolvers<(sequence: number) => void>()
    const device = await openDevice(
      {
        ...phone.driver,
        video: {
          kind: 'raw',
          path: 'drawn',
          frames: (_, onFrame, signal) => {
            const give = (sequence: number): void =>
              onFrame({
                sequence,
                atUs: performance.now() * 1000,
                generation: 1,
                size: { width: 2, height: 4 },
                format: 'rgb888',
                bytes: new Uint8Array(24),
              })
            give(1)
            shown.resolve(give)
            return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
          },
        },
      },
      never,
    )
    const looking = new AbortController()
    const viewer = { credit: 0, whenCredit: () => new Promise<void>(() => {}), unit: () => {}, still: () => {} }
    const viewing = device.stream.view({ widthPx: 540, slow: false, stills: false }, viewer, looking.signal)
    const give = await shown.promise
    await expect.poll(() => device.stream.isCapturing).toBe(true)
    const grant = await device.takeControl(person, never)
    const unchanged = await device.input(grant, { kind: 'key', key: 'Back' }, never)
    expect(unchanged).toMatchObject({ reached: true, changed: false })
    expect(unchanged.words).toMatch(/nothing changed.*tap the screen/)
    const { generation } = device.state.value
    const put = (contacts: readonly Contact[]) => device.input(grant, { kind: 'contacts', generation, contacts }, never)
    await put([finger(20, 20)])
    expect((await put([])).words).toMatch(/nothing changed\. It may be no control/)
    await put([finger(20, 20)])
    await put([finger(20, 90)])
    expect((await put([])).words).toMatch(/nothing changed.*try the other way/)
    const waiting = device.input(grant, { kind: 'key', key: 'Back' }, never)
    await sleep(50)
    give(2)
    expect(await waiting).toMatchObject({ changed: true, words: 'sent, the screen changed' })
    looking.abort()
    await viewing
    await device[Symbol.asyncDispose]()
  })
})

describe('physical keys', () => {
  it('are pressed by what they mean where they cannot be held', async () => {
    const still = new StillDriver()
    const device = await openDevice(still, never)
    const grant = await device.takeControl(person, never)
    const key = (name: string, code: string, down: boolean) =>
      device.input(grant, { kind: 'host_key', key: { key: name, code }, down }, never)
    for (const [name, code] of [
      ['Shift', 'ShiftLeft'],
      ['@', 'KeyQ'],
      ['Enter', 'Enter'],
    ] as const)
      for (const down of [true, false]) await key(name, code, down)
    expect(still.asked.slice(2)).toEqual(['type @', 'key Enter'])
  })
})

describe('what the device says of itself', () => {
  it('is read back after each control, with who made it', async () => {
    const { phone, device, grant } = await opened(agent)
    expect(device.state.value).toMatchObject({ turn: 'upright', posture: null })
    expect(device.state.value.overrides?.battery).toEqual({ is: 'own' })
    await device.control(grant, { set: 'battery', to: { level: 15, charging: false } }, never)
    expect(device.state.value.overrides?.battery).toEqual({
      is: 'set',
      to: { level: 15, charging: false },
      at: expect.any(Number) as number,
      by: 'agent',
    })
    await device.control(grant, { set: 'dark', to: true }, never)
    expect(device.state.value.overrides?.battery).toMatchObject({ by: 'agent' })
    const before = device.state.value.overrides?.battery
    // What reads as before was made by who made it then, whoever it is read for.
    await device.readSettings(null, never)
    expect(device.state.value.overrides?.battery).toBe(before)
    phone.held = { ...phone.held, battery: { level: 90, charging: false } }
    await device.readSettings(null, never)
    expect(device.state.value.overrides?.battery).toMatchObject({ to: { level: 90 }, by: 'outside' })
  })

  it('is kept where one of two reads fails, and names its own battery and place where it says them', async () => {
    const { phone, device } = await opened()
    const place = { latitude: 47.4, longitude: 8.5 }
    phone.held = { ...phone.held, turn: 'turned-left', ownBattery: { level: 81, charging: true }, ownLocation: place }
    const { settings } = phone.driver
    const read = (): ReturnType<typeof phone.still.settings.read> => phone.still.settings.read()
    Object.assign(settings, { read: () => Promise.reject(new Error('no answer')) })
    await device.readSettings(null, never)
    expect(device.state.value).toMatchObject({
      turn: 'turned-left',
      settings: { dark: { known: false, why: 'no answer', last: { value: false } } },
      overrides: {
        battery: { is: 'own', reads: { level: 81, charging: true } },
        location: { is: 'own', reads: place },
        statusBar: { is: 'own' },
      },
    })
    Object.assign(settings, { read, readHeld: () => Promise.reject(new Error('no answer')) })
    await device.readSettings(null, never)
    expect(device.state.value).toMatchObject({ turn: 'turned-left', settings: { dark: { value: false } } })
    Object.assign(settings, { read: () => Promise.reject(new Error('nothing answers')) })
    await expect(device.readSettings(null, never)).rejects.toThrow('nothing answers')
  })

  it('is read at once when somebody begins to watch: what was changed by hand is the device’s own', async () => {
    const { phone, device } = await opened()
    phone.held = { ...phone.held, turn: 'turned-right', asleep: true }
    using _watching = device.watched()
    await expect.poll(() => device.state.value.turn).toBe('turned-right')
    expect(device.state.value.power).toEqual({ is: 'on', asleep: true })
    await device[Symbol.asyncDispose]()
  })
})

describe('who watches', () => {
  it('is told which fingers went down, and whose', async () => {
    const { device, grant } = await opened(agent)
    const { generation } = device.state.value
    await device.input(grant, { kind: 'tap', at: { x: 7, y: 9, generation } }, never)
    expect(device.touches.value).toEqual({ number: 1, generation, contacts: [finger(7, 9)], by: agent })
  })
})
