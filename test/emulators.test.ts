// Emulators from off to off over the doubles of Android's programs and the real adb server: boots, ends, crashes, and what is
// told of each.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sleep } from '#shared/base/abort.ts'
import { startEmulators } from './builders/emulators.ts'
import { imageOfDouble, startSdkDouble, type SdkDouble } from './doubles/sdk/start.ts'

const never = new AbortController().signal
const id = 'avd:Pixel_8'
let sdk: SdkDouble

beforeEach(async () => {
  sdk = await startSdkDouble()
})
afterEach(async () => {
  // Never without a token, whichever way it was started.
  for (const { args } of sdk.starts()) expect(args).toEqual(expect.arrayContaining(['-grpc', '-grpc-use-token']))
  await sdk[Symbol.asyncDispose]()
})

describe('an emulator that is off', () => {
  it('is listed with what it is and what it can be told, and cannot be used until it is booted', async () => {
    sdk.avd('Pixel_8', { 'avd.ini.displayname': 'Pixel 8', 'tag.display': 'Google APIs', 'abi.type': 'x86_64' })
    await using emulators = await startEmulators(sdk)
    expect(emulators.row(id)).toMatchObject({
      model: { name: 'Pixel 8', kind: 'phone', runtime: 'Android 15 (API 35), Google APIs x86_64', apiLevel: 35 },
      state: { power: { is: 'off' } },
      why: 'It is off.',
      orders: ['boot', 'cold-boot', 'wipe', 'delete'],
    })
    await expect(emulators.fleet.device(id)).rejects.toThrow('Pixel 8 cannot be used: It is off.')
    await expect(emulators.order(id, 'shut-down')).rejects.toThrow('cannot be told to shut down now')
  })

  it('says what is missing where there is no SDK', async () => {
    sdk.avd('Pixel_8')
    const { ANDROID_HOME: _, ...env } = sdk.env
    await using emulators = await startEmulators({ ...sdk, env })
    expect(emulators.row(id).why).toMatch(/emulator is not installed\. Install it with: /)
    expect(emulators.row(id).orders).toEqual(['delete'])
    const { images, why, hint } = await emulators.room.creatable(never)
    expect({ images, why, hint }).toMatchObject({ images: [], why: expect.stringMatching(/is not installed/) })
    expect(hint).toMatch(/Install it with/)
  })
})

describe('a boot', () => {
  it('goes through its stages in words, is booted by its first picture, and is one tile that can be used', async () => {
    sdk.avd('Pixel_8', { 'tag.display': 'Google APIs', 'abi.type': 'x86_64' })
    await using emulators = await startEmulators(sdk)
    expect(await emulators.order(id, 'boot')).toMatch(/^Pixel 8 has booted, in \d+\.\d s\.$/)
    const row = await emulators.until(id, ({ state }) => state.power.is === 'on')
    expect(row).toMatchObject({ why: null, orders: ['shut-down', 'reboot', 'wipe'] })
    expect(emulators.fleet.rows.value.map(one => one.model.id)).toEqual([id])
    const words = emulators.said.filter(one => one.includes(' booting: '))
    expect(words).toEqual([
      expect.stringMatching(/Starting the emulator\.$/),
      expect.stringMatching(/Starting the emulator cold/),
      expect.stringMatching(/Waiting until Android answers/),
      expect.stringMatching(/Android is starting/),
      expect.stringMatching(/Waiting until apps can be listed/),
      expect.stringMatching(/first picture/),
    ])
    const device = await emulators.fleet.device(id)
    expect(device.model).toMatchObject({ id, name: 'Pixel 8' })
    // Its API, its image and the emulator's own version.
    expect(device.model.runtime).toMatch(/^Android \d+ \(API \d+\), Google APIs x86_64, emulator \d+\.[\d.]+$/)
    expect(device.caps.clipboard.yes).toBe(true)
    expect((await device.observe(never)).size).toEqual({ width: 1080, height: 2400 })
  })

  it('keeps several running at once, each on ports of its own', async () => {
    for (const one of ['Pixel_8', 'Pixel_9']) sdk.avd(one)
    await using emulators = await startEmulators(sdk)
    await Promise.all([emulators.order(id, 'boot'), emulators.order('avd:Pixel_9', 'boot')])
    const ports = (await sdk.running()).map(({ consolePort, grpc }) => [consolePort, grpc?.port])
    expect(new Set(ports.flat()).size).toBe(4)
    expect((await sdk.running()).every(({ grpc }) => grpc?.token != null)).toBe(true)
  })

  it('says why it did not start, and is left failed with Reboot', async () => {
    sdk.avd('Pixel_8')
    sdk.set({ failsWith: { code: 1, text: "ERROR | This user doesn't have permissions to use KVM (/dev/kvm)." } })
    await using emulators = await startEmulators(sdk)
    await expect(emulators.order(id, 'boot')).rejects.toThrow(/may not use the processor’s virtualisation/)
    expect(emulators.row(id)).toMatchObject({
      state: { power: { is: 'failed', why: expect.stringMatching(/group kvm/) } },
      orders: ['reboot', 'wipe', 'delete'],
    })
    sdk.set({ failsWith: null })
    await emulators.order(id, 'reboot')
    expect(emulators.row(id).state.power.is).toBe('on')
  })

  it.each([
    ['adb', { adbMs: 60_000 }, /did not answer on adb within 1 s/],
    ['android', { androidMs: 60_000, packagesMs: 61_000 }, /did not finish starting within 1 s/],
    ['packages', { packagesMs: 60_000 }, /could not list its apps within 1 s/],
    ['picture', { pictureMs: 60_000 }, /showed no picture within 1 s/],
  ] as const)('is late in the stage "%s" when that one does not end, and only then', async (stage, boot, words) => {
    sdk.avd('Pixel_8')
    sdk.set({ boot: { adbMs: 50, androidMs: 100, packagesMs: 150, pictureMs: 200, ...boot } })
    const stages = {
      program: 20_000,
      adb: 20_000,
      android: 20_000,
      packages: 20_000,
      'set-up': 20_000,
      picture: 20_000,
    }
    await using emulators = await startEmulators(sdk, { times: { stages: { ...stages, [stage]: 1000 } } })
    await expect(emulators.order(id, 'boot')).rejects.toThrow(words)
    expect(emulators.row(id)).toMatchObject({ state: { power: { is: 'failed' } } })
  })

  it('is refused where no adb server answers, with what to do', async () => {
    sdk.avd('Pixel_8')
    await using emulators = await startEmulators({ ...sdk, env: { ...sdk.env, ANDROID_ADB_SERVER_PORT: '1' } })
    await expect(emulators.order(id, 'boot')).rejects.toThrow('No adb server answers on port 1')
    expect(emulators.row(id)).toMatchObject({
      state: { power: { is: 'off' } },
      why: expect.stringMatching(/adb start-server/),
    })
    expect(sdk.starts()).toEqual([])
  })

  it('can be called off', async () => {
    sdk.avd('Pixel_8')
    sdk.set({ boot: { adbMs: 50, androidMs: 60_000, packagesMs: 60_000, pictureMs: 60_000 } })
    await using emulators = await startEmulators(sdk)
    const booting = emulators.order(id, 'boot')
    booting.catch(() => undefined)
    await emulators.until(id, ({ why }) => why?.includes('Android is starting') === true)
    expect(emulators.row(id).orders).toEqual(['shut-down'])
    await emulators.order(id, 'shut-down')
    await expect(booting).rejects.toThrow('was told to shut down while it was starting')
    expect(await sdk.running()).toEqual([])
    expect(emulators.row(id).state.power.is).toBe('off')
  })
})

/** The time written in a snapshot is a second; a real one is never loaded in the second it was saved in. */
const nextSecond = (): Promise<void> => sleep(1100)

describe('the end of a run', () => {
  it('saves the snapshot, from which the next boot goes on', async () => {
    sdk.avd('Pixel_8')
    await using emulators = await startEmulators(sdk)
    await emulators.order(id, 'boot')
    expect(await emulators.order(id, 'shut-down')).toBe('Pixel 8 is off. Its snapshot was saved.')
    expect(await sdk.running()).toEqual([])
    await emulators.order(id, 'boot')
    expect(sdk.starts().map(({ fromSnapshot }) => fromSnapshot)).toEqual([false, true])
  })

  it('that saved none makes the next boot cold, and says so', async () => {
    sdk.avd('Pixel_8')
    await using emulators = await startEmulators(sdk)
    await emulators.order(id, 'boot')
    await emulators.order(id, 'shut-down')
    await nextSecond()
    await emulators.order(id, 'boot')
    sdk.set({ saveMs: null })
    expect(await emulators.order(id, 'shut-down')).toMatch(/No snapshot was saved: its next boot is cold/)
    await emulators.order(id, 'boot')
    expect(sdk.starts().at(-1)).toMatchObject({
      fromSnapshot: false,
      args: expect.arrayContaining(['-no-snapshot-load']),
    })
  })

  it('is forced on one that does not end by itself', async () => {
    sdk.avd('Pixel_8')
    await using emulators = await startEmulators(sdk, { times: { stopMs: 500 } })
    await emulators.order(id, 'boot')
    sdk.set({ hangs: true })
    expect(await emulators.order(id, 'shut-down')).toMatch(/next boot is cold/)
    expect(await sdk.running()).toEqual([])
  })
})

describe('an emulator that crashes', () => {
  it('is booted once again, cold', async () => {
    sdk.avd('Pixel_8')
    await using emulators = await startEmulators(sdk)
    await emulators.order(id, 'boot')
    const [first] = await sdk.running()
    process.kill(first?.pid ?? 0, 'SIGKILL')
    await emulators.until(id, ({ state }) => state.power.is !== 'on')
    await emulators.until(id, ({ state }) => state.power.is === 'on')
    expect(emulators.said.join('\n')).toMatch(/It crashed and is started once again/)
    expect(sdk.starts()).toHaveLength(2)
    expect(sdk.starts()[1]?.args).toContain('-no-snapshot-load')
    expect((await sdk.running()).map(({ pid }) => pid)).not.toContain(first?.pid)
  })

  it('after it went on from a snapshot does not go on from it again: what was done since is not in it', async () => {
    sdk.avd('Pixel_8')
    await using emulators = await startEmulators(sdk)
    await emulators.order(id, 'boot')
    await emulators.order(id, 'shut-down')
    await nextSecond()
    await emulators.order(id, 'boot')
    const [second] = await sdk.running()
    process.kill(second?.pid ?? 0, 'SIGKILL')
    await emulators.until(id, ({ state }) => state.power.is !== 'on')
    await emulators.until(id, ({ state }) => state.power.is === 'on')
    expect(sdk.starts().map(({ fromSnapshot }) => fromSnapshot)).toEqual([false, true, false])
    expect(sdk.starts()[2]?.args).toContain('-no-snapshot-load')
  })

  it('twice within five minutes is left failed with Reboot, over the end of the hub', async () => {
    sdk.avd('Pixel_8')
    sdk.set({ crashes: 2, crashMs: 500, boot: { adbMs: 50, androidMs: 60_000, packagesMs: 60_000, pictureMs: 60_000 } })
    const home = join(sdk.folder, 'home')
    {
      await using emulators = await startEmulators(sdk, { home })
      await expect(emulators.order(id, 'boot')).rejects.toThrow(/crashed twice within 5 minutes/)
      expect(emulators.row(id)).toMatchObject({
        state: { power: { is: 'failed' } },
        orders: ['reboot', 'wipe', 'delete'],
      })
    }
    expect(sdk.starts()).toHaveLength(2)
    await using again = await startEmulators(sdk, { home })
    expect(again.row(id).state.power).toMatchObject({ is: 'failed', why: expect.stringMatching(/crashed twice/) })
  })
})

describe('an emulator that was started elsewhere', () => {
  const elsewhere = (): void => {
    const args = ['-avd', 'Pixel_8', '-port', '5580', '-grpc', '8580', '-grpc-use-token']
    execFile(join(sdk.folder, 'emulator', 'emulator'), args, { env: sdk.env }, () => undefined)
  }

  it('is the same tile and can be shut down; its crash is not met by starting it again', async () => {
    sdk.avd('Pixel_8')
    await using emulators = await startEmulators(sdk)
    elsewhere()
    await emulators.until(id, ({ state }) => state.power.is === 'on')
    expect(emulators.fleet.rows.value.map(one => one.model.id)).toEqual([id])
    expect(await emulators.order(id, 'shut-down')).toMatch(/Its snapshot was saved/)
    elsewhere()
    await emulators.until(id, ({ state }) => state.power.is === 'on')
    for (const { pid } of await sdk.running()) process.kill(pid, 'SIGKILL')
    const row = await emulators.until(id, ({ state }) => state.power.is === 'off')
    expect(row.why).toBe('It crashed. Its next boot is cold.')
    expect(sdk.starts()).toHaveLength(2)
    expect(emulators.said.filter(words => words.startsWith('emulator-'))).toEqual([])
  })

  it('is followed, not started a second time, when it is booted here as well', async () => {
    sdk.avd('Pixel_8')
    elsewhere()
    await expect.poll(() => sdk.running()).toHaveLength(1)
    await using emulators = await startEmulators(sdk)
    await emulators.until(id, ({ state }) => state.power.is === 'on')
    await expect(emulators.order(id, 'boot')).rejects.toThrow(/cannot be told to boot now/)
    expect(sdk.starts()).toHaveLength(1)
  })
})

describe('emptying and deleting', () => {
  it('empties one that runs, and starts it again', async () => {
    sdk.avd('Pixel_8')
    await using emulators = await startEmulators(sdk)
    await emulators.order(id, 'boot')
    const data = join(sdk.avds, 'Pixel_8.avd', 'userdata-qemu.img')
    writeFileSync(data, 'an app of mine')
    await emulators.order(id, 'wipe')
    expect(readFileSync(data, 'utf8')).not.toBe('an app of mine')
    expect(sdk.starts().at(-1)?.args).toContain('-wipe-data')
    await emulators.order(id, 'shut-down')
    await emulators.order(id, 'boot')
    expect(sdk.starts().at(-1)?.args).not.toContain('-wipe-data')
  })

  it('removes its files and its tile', async () => {
    for (const one of ['Pixel_8', 'Pixel_9']) sdk.avd(one)
    await using emulators = await startEmulators(sdk)
    await emulators.order(id, 'boot')
    await expect(emulators.order(id, 'delete')).rejects.toThrow(/cannot be told to be deleted now/)
    await emulators.order(id, 'shut-down')
    expect(await emulators.order(id, 'delete')).toBe('Pixel 8 was deleted.')
    expect(emulators.fleet.rows.value.map(one => one.model.id)).toEqual(['avd:Pixel_9'])
    expect(existsSync(join(sdk.avds, 'Pixel_8.ini'))).toBe(false)
    expect(existsSync(join(sdk.avds, 'Pixel_8.avd'))).toBe(false)
    expect(existsSync(join(sdk.avds, 'Pixel_9.avd'))).toBe(true)
  })
})

describe('a new emulator', () => {
  it('is made with a keyboard, and set up after its first boot, once', async () => {
    await using emulators = await startEmulators(sdk)
    const { images, profiles, why } = await emulators.room.creatable(never)
    expect({ images: images.map(one => one.package), why }).toEqual({ images: [imageOfDouble], why: null })
    expect(profiles).toContainEqual({ id: 'pixel_8', name: 'Pixel 8' })
    const made = await emulators.room.create({ name: 'My Pixel 8', image: imageOfDouble, profile: 'pixel_8' }, never)
    expect(made).toBe('avd:My_Pixel_8')
    expect(emulators.row(made).model).toMatchObject({ name: 'My Pixel 8', size: { width: 1080, height: 2400 } })
    expect(readFileSync(join(sdk.avds, 'My_Pixel_8.avd', 'config.ini'), 'utf8')).toMatch(/^hw\.keyboard=yes$/m)
    await emulators.order(made, 'boot')
    const [run] = await sdk.running()
    const setting = (key: string): Promise<string> =>
      sdk.adb.adb('-s', run?.serial ?? '', 'shell', `settings get ${key}`)
    const setUp = {
      'secure stylus_handwriting_enabled': '0',
      'system accelerometer_rotation': '1',
      'global stay_on_while_plugged_in': '15',
      'system screen_off_timeout': '2147483647',
      'secure spell_checker_enabled': '0',
      'system text_auto_replace': '0',
      'system text_auto_caps': '0',
      'system text_auto_punctuate': '0',
    }
    for (const [key, value] of Object.entries(setUp)) expect([key, (await setting(key)).trim()]).toEqual([key, value])
    const lock = await sdk.adb.adb('-s', run?.serial ?? '', 'shell', 'locksettings get-disabled')
    expect(lock.trim()).toBe('true')
    await sdk.adb.adb('-s', run?.serial ?? '', 'shell', 'settings put secure stylus_handwriting_enabled 1')
    await emulators.order(made, 'shut-down')
    expect(emulators.said.filter(words => words.includes('Setting it up')).length).toBe(1)
  })

  it('is refused in words where the tools do not make it, or the name is taken', async () => {
    sdk.avd('Pixel_8')
    await using emulators = await startEmulators(sdk)
    const ask = { name: 'Pixel 8', image: imageOfDouble, profile: null }
    await expect(emulators.room.create(ask, never)).rejects.toThrow(/There is an emulator called Pixel_8 already/)
    await expect(emulators.room.create({ ...ask, name: 'Ä' }, never)).rejects.toThrow(/cannot be called "Ä"/)
    const missing = { ...ask, name: 'Other', image: 'system-images;android-99;google_apis;x86_64' }
    await expect(emulators.room.create(missing, never)).rejects.toThrow(/Package path is not valid/)
    expect(emulators.fleet.rows.value.map(one => one.model.id)).toEqual([id])
  })
})
