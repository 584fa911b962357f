// Each way a real device was recorded failing to say what is on its screen, told to the double: the driver over the real adb
// server gets by, or says in words what is wrong.
import { describe, expect, it } from 'vitest'
import { brokenAppOverAdb, never, pkg } from './builders/broken-app-over-adb.ts'

const given = brokenAppOverAdb()
const { launched, open, tap, withDouble } = given

describe('the tree', () => {
  it.each(['not-idle', 'no-root', 'killed', 'half'] as const)('is dumped again after a dump that was %s', async how => {
    await launched()
    given.phone.handset.faults.dump = { how, times: 1 }
    const look = await given.driver.screen.look(never)
    expect(look.treeMissing).toBeNull()
    expect(look.tree?.nodes.some(node => node.text === 'First words')).toBe(true)
  })

  it.each([
    ['not-idle', /never stood still/],
    ['no-root', /no active window/],
    ['killed', /was killed/],
    ['half', /broke off/],
  ] as const)('is left out with its reason when every dump is %s', async (how, words) => {
    await launched()
    given.phone.handset.faults.dump = { how, times: 100 }
    const look = await given.driver.screen.look(never)
    expect(look.tree).toBeNull()
    expect(look.treeMissing).toMatch(words)
    expect((await look.picture.pixels()).width).toBe(1080)
  })

  it('comes through a file where /dev/tty gives nothing, and the tty is not asked again', async () => {
    await launched()
    await using opened = await open(given.phone)
    given.phone.handset.faults.dump = { how: 'no-tty', times: 100 }
    expect((await opened.screen.look(never)).treeMissing).toBeNull()
    given.phone.handset.lines.length = 0
    expect((await opened.screen.look(never)).tree?.nodes.length).toBeGreaterThan(3)
    expect(given.phone.handset.lines.filter(line => line.includes('/dev/tty'))).toEqual([])
  })

  it('is never an older file that lies there', async () => {
    await launched()
    given.phone.handset.files.set(
      '/sdcard/nocturne_window.xml',
      Buffer.from('<hierarchy rotation="0"><node text="old" bounds="[0,0][1,1]" /></hierarchy>'),
    )
    given.phone.handset.faults.dump = { how: 'no-root', times: 100 }
    expect((await given.driver.screen.look(never)).tree).toBeNull()
  })
})

describe('what is in front', () => {
  it('is not read from the copy that an ANR left', async () => {
    await launched()
    given.phone.handset.faults.lastAnr = 'com.example.hung/.HungActivity'
    expect((await given.driver.screen.look(never)).foreground).toMatchObject({ package: pkg, overlay: null })
  })

  it('is told as secure where screenshots show nothing', async () => {
    await launched()
    await tap('safe')
    await given.driver.clock.wait(1500, never)
    const look = await given.driver.screen.look(never)
    expect(look.secure).toBe(true)
    expect(look.tree?.nodes.some(node => node.text === 'Secret')).toBe(true)
  })

  it('is the window of an ANR over the app', async () => {
    await launched()
    await tap('hang')
    await given.driver.clock.wait(500, never)
    await given.driver.touch?.tap(540, 1200, never)
    await given.driver.clock.wait(6000, never)
    expect((await given.driver.screen.look(never)).foreground).toMatchObject({
      package: pkg,
      activity: `${pkg}.MainActivity`,
      overlay: `Application Not Responding: ${pkg}`,
    })
  })
})

describe('screenshots', () => {
  it('are refused where the first is blank while the tree is full of words', async () => {
    await launched()
    given.phone.handset.faults.blank = true
    await using opened = await open(given.phone)
    await expect(opened.screen.look(never)).rejects.toMatchObject({
      code: 'unsupported',
      words: expect.stringMatching(/blank screenshots/) as string,
    })
  })

  it('that turn blank later are taken: a black screen is a thing to see', async () => {
    await launched()
    await given.driver.screen.look(never)
    given.phone.handset.faults.blank = true
    expect((await given.driver.screen.look(never)).tree).not.toBeNull()
  })

  it('are found behind the warning about several displays', async () => {
    given.phone.handset.faults.displaysWarning = true
    await using opened = await open(given.phone)
    expect((await opened.screen.picture(never)).id).toMatch(/./)
    expect(await (await opened.screen.picture(never)).pixels()).toMatchObject({ width: 1080, height: 2400 })
  })

  it('come as PNG where raw ones do not', async () => {
    given.phone.handset.faults.noRaw = true
    await using opened = await open(given.phone)
    await opened.screen.picture(never)
    expect(await (await opened.screen.picture(never)).pixels()).toMatchObject({ width: 1080, height: 2400 })
  })
})

describe('the hint of an empty field', () => {
  it.each([
    [33, ''],
    [36, 'Your name'],
  ])('is told on API %i as "%s", and is its text on both', (apiLevel, hint) =>
    withDouble({ apiLevel }, async (of, phoneOf) => {
      await launched(phoneOf)
      const { tree } = await phoneOf.screen.look(never)
      expect(tree?.nodes.find(node => node.id.endsWith('/name'))).toMatchObject({ text: 'Your name', hint })
      expect(of.handset.options.apiLevel).toBe(apiLevel)
    }),
  )
})
