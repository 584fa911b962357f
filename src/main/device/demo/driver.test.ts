// The demo driver beyond the contract every driver passes: builds, refusals, the clock, and what reaches the truth file.
import { writeFileSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { demoCapabilitiesOf, openDemoDriver } from '#main/device/demo/driver.ts'
import { smallApp, smallPackage } from '#main/device/demo/engine/small-app.ts'
import { demoPlatform } from '#main/device/demo/platform.ts'
import type { FoundDevice } from '#main/device/driver.ts'

const never = new AbortController().signal
const folder = mkdtempSync(join(tmpdir(), 'nocturne-demo-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'small.app.yaml')
writeFileSync(
  path,
  smallApp(`permissions: [camera]
screens: {home: {title: Home, body: [{text: Hello, id: hi}, {button: Go, id: go}]}}
bugs:
  - {id: words, check: locale, screen: home, shortest: 0, condition: "locale:de", plant: [{at: home.hi, set: {text: Planted}}]}
`),
)

describe('the demo driver', () => {
  it('installs builds clean, with every bug or with those named, and grants what they declare', async () => {
    const driver = await openDemoDriver({ seed: 1, clock: 'virtual' })
    const shown = async (plant: 'all' | 'none' | readonly string[]): Promise<string | undefined> => {
      const info = await driver.apps.install({ path, plant }, never)
      expect(info).toEqual({ package: smallPackage, label: 'Small', versionName: '1.0', versionCode: 1 })
      await driver.apps.clearData(smallPackage, never)
      await driver.apps.launch(smallPackage, {}, never)
      return (await driver.screen.look(never)).tree?.nodes.find(node => node.id.endsWith('/hi'))?.text
    }
    expect([await shown('none'), await shown('all'), await shown(['words'])]).toEqual(['Hello', 'Planted', 'Planted'])
    expect(driver.phone.inside().get(smallPackage).record.granted).toEqual(new Set(['camera']))
    await driver[Symbol.asyncDispose]()
  })

  it('refuses in words: a file that is not there, a bad app, launch arguments, a bug there is none of, an unknown mark', async () => {
    const driver = await openDemoDriver({ seed: 1, clock: 'virtual' })
    const bad = join(folder, 'bad.yaml')
    writeFileSync(bad, smallApp('screens: {home: {title: Home}}'))
    await expect(driver.apps.install({ path: join(folder, 'gone.yaml') }, never)).rejects.toThrow('no such file')
    await expect(driver.apps.install({ path: bad }, never)).rejects.toThrow('"body" is missing')
    await expect(driver.apps.install({ path, plant: ['gone'] }, never)).rejects.toThrow('no bug "gone"')
    await driver.apps.install({ path }, never)
    await expect(driver.apps.launch(smallPackage, { user: 'a' }, never)).rejects.toThrow('no launch arguments')
    await expect(driver.apps.launch('dev.example.gone', {}, never)).rejects.toThrow('no app dev.example.gone')
    await expect(driver.logs.since('yesterday', smallPackage, never)).rejects.toThrow('not a log mark')
    await expect(driver.text.type('a\u0007', never)).rejects.toThrow('U+0007')
    await driver[Symbol.asyncDispose]()
  })

  it('writes the truth log to its file, numbered as the looks are', async () => {
    const truthFile = join(folder, 'truth.jsonl')
    const driver = await openDemoDriver({ seed: 1, clock: 'virtual', truthFile })
    await driver.apps.install({ path }, never)
    await driver.apps.launch(smallPackage, {}, never)
    const looks = [await driver.screen.look(never), await driver.screen.look(never)]
    await driver[Symbol.asyncDispose]()
    const lines = readFileSync(truthFile, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as unknown)
    expect(looks.map(look => look.truthNumber)).toEqual([1, 2])
    expect(lines).toMatchObject([
      { observation: 1, screen: 'home' },
      { observation: 2, screen: 'home' },
    ])
  })

  it('waits no real time on a virtual clock, and stops waiting when told to', async () => {
    const driver = await openDemoDriver({ seed: 1, clock: 'virtual' })
    const [device, real] = [driver.clock.now(), performance.now()]
    await driver.clock.wait(600_000, never)
    expect(driver.clock.now() - device).toBe(600_000)
    expect(performance.now() - real).toBeLessThan(60_000)
    await expect(driver.clock.wait(1, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  })

  it('is found as a phone and a foldable that are always there', async () => {
    const found: FoundDevice[] = []
    await demoPlatform().watch(devices => found.push(...devices), never)
    expect(found.map(device => [device.model.id, device.model.kind, device.why])).toEqual([
      ['demo-phone', 'phone', null],
      ['demo-foldable', 'foldable', null],
    ])
    const drivers = await Promise.all(found.map(device => device.open(never)))
    expect(drivers.map(driver => [driver.model, driver.can])).toEqual(found.map(device => [device.model, device.can]))
  })

  it('says of a foldable what a foldable cannot', () => {
    const words = (can: unknown): readonly string[] =>
      [...JSON.stringify(can).matchAll(/"why":"([^"]*)"/gu)].map(([, why = '']) => why)
    expect(words(demoCapabilitiesOf({ folds: true }))).toContain('The demo foldable has no clipboard.')
    expect(words(demoCapabilitiesOf({ folds: true })).filter(why => why.includes('demo phone'))).toEqual([])
    expect(words(demoCapabilitiesOf({}))).toContain('The demo phone does not fold.')
  })
})
