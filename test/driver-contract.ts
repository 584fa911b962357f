// The definition of a Driver: one suite every driver passes, doubles below it in CI, a real device by `devices check`. What a
// driver lacks is said in contract-subjects.ts: nothing is left out unsaid.
import { describe, expect, it } from 'vitest'
import type { Driver } from '#main/device/driver.ts'
import { openDevice, type OpenDevice } from '#main/device/open-device.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Build, DeviceControl, Owner } from '#shared/domain/device.ts'
import { isEditable } from '#shared/domain/element.ts'
import { areaOf, centreOf, isEmpty } from '#shared/domain/geometry.ts'
import { until } from './builders/until.ts'
import { subjects, type Section, type SubjectName } from './contract-subjects.ts'

export interface Subject {
  readonly name: SubjectName
  open(): Promise<Driver>
  /** What the device itself says of its settings and of what is put over them; null where it ends with its driver. */
  readonly own: (() => Promise<unknown>) | null
  /** An app to install whose first screens hold a button, an edit field and a list; and its package. */
  readonly build: Build
  readonly package: string
}

const never = new AbortController().signal
const night: Owner = { kind: 'night', name: 'the contract' }

/** One put of each kind that is given back. */
const puts = [
  { set: 'orientation', to: 'landscape' },
  { set: 'turn', to: 'turned-left' },
  { set: 'posture', to: 'closed' },
  { set: 'location', to: { latitude: -33.9, longitude: 18.4 } },
  { set: 'battery', to: { level: 7, charging: false } },
  { set: 'statusBar', to: 'clean' },
  { set: 'network', to: 'offline' },
] as const satisfies readonly DeviceControl[]

export function driverContract(subject: Subject): void {
  const lacks: readonly Section[] = subjects[subject.name]
  /** Whether a section has something to run on: as it is said of this driver, or it fails. */
  const has = (section: Section, can: boolean): boolean => {
    expect(can, `"${section}" of ${subject.name}, against contract-subjects.ts`).toBe(!lacks.includes(section))
    return can
  }

  describe(`the driver contract: ${subject.name}`, () => {
    async function withDevice(work: (device: OpenDevice, driver: Driver) => Promise<void>): Promise<void> {
      const driver = await subject.open()
      const device = await openDevice(driver, never)
      try {
        await work(device, driver)
      } finally {
        await device[Symbol.asyncDispose]()
      }
    }

    async function launched(device: OpenDevice): Promise<Awaited<ReturnType<OpenDevice['takeControl']>>> {
      const grant = await device.takeControl(night, never)
      await device.install(grant, subject.build, never)
      await device.clearData(grant, subject.package, never)
      await device.launch(grant, subject.package, {}, never)
      await device.clock.wait(3000, never)
      return grant
    }

    it('says what it is and what it can, and a no has its reason', () =>
      withDevice(device => {
        expect(device.model.size.width).toBeGreaterThan(0)
        expect(device.model.densityDpi).toBeGreaterThan(0)
        for (const can of [
          device.caps.tree,
          device.caps.text,
          device.caps.crashLogs,
          ...Object.values(device.caps.controls),
        ])
          if (!can.yes) expect(can.why).toMatch(/\w+ \w+/)
        return Promise.resolve()
      }))

    it('takes picture and tree of one moment, inside the screen', () =>
      withDevice(async device => {
        await launched(device)
        const look = await device.observe(never)
        expect(look.foreground.package).toBe(subject.package)
        const pixels = await look.picture.pixels()
        expect(pixels.width).toBe(Math.round(look.size.width * pixels.scale))
        expect(pixels.height).toBe(Math.round(look.size.height * pixels.scale))
        expect(pixels.data.length).toBe(pixels.width * pixels.height * 4)
        const nodes = look.tree?.nodes ?? []
        expect(nodes.length).toBeGreaterThan(3)
        for (const node of nodes) {
          expect(node.bounds.left).toBeGreaterThanOrEqual(0)
          expect(node.bounds.bottom).toBeLessThanOrEqual(look.size.height)
          if (node.parent !== null) expect(node.parent).toBeLessThan(node.index)
        }
      }))

    it('shows the same screen with the same picture', () =>
      withDevice(async device => {
        await launched(device)
        let [first, second] = [await device.observe(never), await device.observe(never)]
        // The device's own clock may turn a minute between two looks: then the next two are compared.
        for (let tries = 0; tries < 5 && second.picture.id !== first.picture.id; tries += 1)
          [first, second] = [second, await device.observe(never)]
        expect(second.tree).toEqual(first.tree)
        expect(second.picture.id).toBe(first.picture.id)
      }))

    it('lands a tap on what lies under the point', () =>
      withDevice(async device => {
        const grant = await launched(device)
        const before = await device.observe(never)
        const button = before.tree?.nodes.find(
          node => node.clickable && node.enabled && /Button/.test(node.className) && !isEmpty(node.bounds),
        )
        if (button === undefined) throw new Error('the first screen has no button')
        const { x, y } = centreOf(button.bounds)
        const receipt = await device.input(grant, { kind: 'tap', at: { x, y, generation: before.generation } }, never)
        expect(receipt).toMatchObject({ sent: true, reached: true })
        await device.clock.wait(1500, never)
        const after = await device.observe(never)
        expect(after.picture.id).not.toBe(before.picture.id)
      }))

    it('refuses a point of a geometry that has passed, and one outside the screen', () =>
      withDevice(async device => {
        const grant = await launched(device)
        const before = await device.observe(never)
        // Tablets and open foldables lie as they are.
        const stands = device.state.value.settings?.orientation.value ?? 'portrait'
        const other = stands === 'portrait' ? 'landscape' : 'portrait'
        await device.input(grant, { kind: 'turn', to: other }, never)
        await device.clock.wait(1000, never)
        const stale = device.input(grant, { kind: 'tap', at: { x: 10, y: 10, generation: before.generation } }, never)
        await expect(stale).rejects.toMatchObject({ code: 'stale-geometry' })
        const turned = await device.observe(never)
        expect(turned.size).toEqual({ width: before.size.height, height: before.size.width })
        const outside = device.input(
          grant,
          { kind: 'tap', at: { x: turned.size.width, y: 10, generation: turned.generation } },
          never,
        )
        await expect(outside).rejects.toMatchObject({ code: 'bad-value' })
        await device.input(grant, { kind: 'turn', to: stands }, never)
      }))

    it('goes to the background and comes back to the same app', () =>
      withDevice(async device => {
        const grant = await launched(device)
        await device.input(grant, { kind: 'background', ms: 2000 }, never)
        await device.clock.wait(1500, never)
        expect((await device.observe(never)).foreground.package).toBe(subject.package)
        await device.input(grant, { kind: 'key', key: 'Home' }, never)
        await device.clock.wait(1000, never)
        expect((await device.observe(never)).foreground.package).not.toBe(subject.package)
      }))

    it('reads a setting back as it was set', () =>
      withDevice(async device => {
        const grant = await launched(device)
        if (!has('dark', device.supports('dark').yes)) return
        await device.control(grant, { set: 'dark', to: true }, never)
        expect(device.state.value.settings?.dark).toMatchObject({ known: true, value: true, by: 'night' })
        await device.control(grant, { set: 'dark', to: false }, never)
        expect(device.state.value.settings?.dark.value).toBe(false)
      }))

    it('tells of no crash where none was since the mark', () =>
      withDevice(async device => {
        await launched(device)
        const mark = await device.logMark(never)
        expect((await device.events(mark, subject.package, never)).events).toEqual([])
      }))

    it('refuses a build that is not there, in words, and stays usable', () =>
      withDevice(async device => {
        const grant = await device.takeControl(night, never)
        const missing = device.install(grant, { path: `${subject.build.path}.missing` }, never)
        await expect(missing).rejects.toBeInstanceOf(Refusal)
        await device.install(grant, subject.build, never)
        expect((await device.apps(never)).map(app => app.package)).toContain(subject.package)
      }))

    it('says what it can alike in its words and in its parts', () =>
      withDevice((_, driver) => {
        expect(driver.can.contacts.yes).toBe(driver.touch !== null && driver.touch.contacts !== null)
        expect(driver.can.clipboard.yes).toBe(driver.clipboard !== null)
        expect(driver.can.controls.posture.yes).toBe(driver.model.kind === 'foldable')
        if (driver.can.controls.turn.yes || driver.can.controls.posture.yes)
          expect(driver.settings.readHeld).not.toBeNull()
        if (driver.video.kind === 'stills') expect(driver.video.why).toMatch(/\w+ \w+/)
        return Promise.resolve()
      }))

    it('takes fingers one by one, several at once, and lifts them', () =>
      withDevice(async (device, driver) => {
        const contacts = driver.touch?.contacts ?? null
        if (!has('contacts', contacts !== null) || contacts === null) return
        await launched(device)
        const before = await device.observe(never)
        const button = before.tree?.nodes.find(
          node => node.clickable && node.enabled && /Button/.test(node.className) && !isEmpty(node.bounds),
        )
        if (button === undefined) throw new Error('the first screen has no button')
        await contacts([{ id: 0, ...centreOf(button.bounds) }], never)
        await contacts([], never)
        await device.clock.wait(1500, never)
        expect((await device.observe(never)).picture.id).not.toBe(before.picture.id)
        await contacts(
          [
            { id: 0, x: 200, y: 600 },
            { id: 1, x: 500, y: 900 },
          ],
          never,
        )
        await contacts([{ id: 1, x: 520, y: 940 }], never)
        await driver.touch?.lift(never)
        const twice = [
          { id: 3, x: 1, y: 1 },
          { id: 3, x: 2, y: 2 },
        ]
        await expect((async () => contacts(twice, never))()).rejects.toBeInstanceOf(Refusal)
      }))

    it('reads its clipboard back, and tells of what we wrote to nobody', () =>
      withDevice(async (_, driver) => {
        const { clipboard } = driver
        if (!has('clipboard', clipboard !== null) || clipboard === null) return
        const stop = new AbortController()
        const told: string[] = []
        const watching = clipboard.watch(text => told.push(text), stop.signal)
        await clipboard.write('Zwölf Äpfel 🍎', never)
        expect(await clipboard.read(never)).toBe('Zwölf Äpfel 🍎')
        await driver.clock.wait(1000, never)
        stop.abort()
        await watching
        expect(told).toEqual([])
      }))

    it('shows a new picture when something changes and none when nothing does', () =>
      withDevice(async (device, driver) => {
        const { video } = driver
        if (!has('video', video.kind === 'raw') || video.kind !== 'raw') return
        const grant = await launched(device)
        const stop = new AbortController()
        const seen: { readonly width: number; readonly height: number; readonly sequence: number }[] = []
        const watching = video.frames(
          360,
          frame => {
            expect(frame.bytes.length).toBe(frame.size.width * frame.size.height * (frame.format === 'rgb888' ? 3 : 4))
            seen.push({ ...frame.size, sequence: frame.sequence })
          },
          stop.signal,
        )
        await until(() => seen.length > 0, 'the first picture')
        const still = seen.length
        await device.clock.wait(1000, never)
        // The device's own clock may turn a minute meanwhile.
        expect(seen.length).toBeLessThanOrEqual(still + 1)
        const before = seen.length
        await device.input(grant, { kind: 'key', key: 'Home' }, never)
        await until(() => seen.length > before, 'another picture')
        stop.abort()
        await watching
        const { width, height } = device.model.size
        expect(seen[0]?.width).toBe(360)
        expect(seen[0]?.height).toBe(Math.round((360 * height) / width))
        for (const [at, { sequence }] of seen.entries())
          if (at > 0) expect(sequence).toBeGreaterThan(seen[at - 1]?.sequence ?? 0)
      }))

    it('turns as it is told, picture and reading alike', () =>
      withDevice(async (device, driver) => {
        const { settings } = driver
        if (!has('turn', driver.can.controls.turn.yes) || settings.readHeld === null) return
        await launched(device)
        const upright = await device.observe(never)
        for (const turn of ['turned-left', 'turned-right', 'upside-down', 'upright'] as const) {
          await settings.set({ set: 'turn', to: turn }, never)
          await device.clock.wait(1000, never)
          expect((await settings.readHeld(never)).turn).toBe(turn)
          const { size } = await device.observe(never)
          const lies = turn === 'turned-left' || turn === 'turned-right'
          expect(size).toEqual(lies ? { width: upright.size.height, height: upright.size.width } : upright.size)
        }
      }))

    it('folds as it is told, and shows its other screen', () =>
      withDevice(async (device, driver) => {
        const { settings, model } = driver
        if (!has('fold', model.kind === 'foldable') || model.kind !== 'foldable' || settings.readHeld === null) return
        await launched(device)
        expect((await settings.readHeld(never)).posture).toBe('open')
        await settings.set({ set: 'posture', to: 'closed' }, never)
        await device.clock.wait(1000, never)
        expect((await settings.readHeld(never)).posture).toBe('closed')
        expect((await device.observe(never)).size).toEqual(model.fold.outer)
        await settings.set({ set: 'posture', to: 'open' }, never)
        await device.clock.wait(1000, never)
        expect((await device.observe(never)).size).toEqual(model.size)
      }))

    it('types into the focused field and empties it', () =>
      withDevice(async device => {
        const grant = await launched(device)
        if (!has('text', device.caps.text.yes)) return
        await focusField(device, grant)
        await device.input(grant, { kind: 'text', text: 'Fern 12' }, never)
        await device.clock.wait(700, never)
        expect(await focusedText(device)).toContain('Fern 12')
        await device.input(grant, { kind: 'clear' }, never)
        await device.clock.wait(700, never)
        expect(await focusedText(device)).not.toContain('Fern 12')
      }))

    it.each(puts)('gives back $set at the next open, when the one that had put it died', async put => {
      const died = await subject.open()
      try {
        const { own } = subject
        if (!has(`gives back ${put.set}`, own !== null && died.can.controls[put.set].yes) || own === null) return
        const all = async (of: Driver): Promise<unknown> => [
          await own(),
          await of.settings.readHeld?.(never),
          await of.settings.read(never),
        ]
        const before = await all(died)
        // Tablets and open foldables lie as they are.
        const other =
          put.set === 'orientation' && (await died.settings.read(never)).orientation === 'landscape'
            ? ({ set: 'orientation', to: 'portrait' } as const)
            : put
        await died.settings.set(other, never)
        expect(await all(died)).not.toEqual(before)
        // From here on it does nothing any more; its end comes after everything was looked at.
        await using next = await subject.open()
        expect(await all(next)).toEqual(before)
      } finally {
        await died[Symbol.asyncDispose]()
      }
    })
  })
}

/** Walks at most 12 buttons deep until a field shows, and focuses it. */
async function focusField(device: OpenDevice, grant: Awaited<ReturnType<OpenDevice['takeControl']>>): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    const look = await device.observe(never)
    const nodes = look.tree?.nodes ?? []
    const field = nodes.find(node => isEditable(node) && node.enabled && areaOf(node.bounds) > 0)
    const next = field ?? nodes.filter(node => node.clickable && node.enabled && areaOf(node.bounds) > 0)[n % 4]
    if (next === undefined) break
    const { x, y } = centreOf(next.bounds)
    await device.input(grant, { kind: 'tap', at: { x, y, generation: look.generation } }, never)
    await device.clock.wait(1500, never)
    if (field !== undefined) return
  }
  throw new Error('the app shows no field to type into')
}

async function focusedText(device: OpenDevice): Promise<string> {
  const nodes = (await device.observe(never)).tree?.nodes ?? []
  return nodes.find(node => isEditable(node) && node.focused)?.text ?? ''
}
