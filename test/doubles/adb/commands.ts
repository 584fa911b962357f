// Every command the double's shell knows, by its first word. What it does not know is "not found", as in a real shell.
import { threadtime, type LogBuffer } from '#main/device/demo/engine/log-buffers.ts'
import { startMs } from '#main/device/demo/engine/timers.ts'
import { am, cmdPackage, pm } from './command-apps.ts'
import { dumpsys } from './command-dumpsys.ts'
import { InputCommand } from './command-input.ts'
import { screencap, uiautomator } from './command-screen.ts'
import type { Handset } from './handset.ts'
import { said, stepsOf, type Said } from './shell.ts'

export class Commands {
  readonly #handset: Handset
  readonly #input: InputCommand

  constructor(handset: Handset) {
    this.#handset = handset
    this.#input = new InputCommand(handset)
  }

  /** Runs one shell line; `input` is what the client sends after it. */
  async line(line: string, input: Uint8Array = new Uint8Array()): Promise<Said> {
    const handset = this.#handset
    handset.lines.push(line)
    if (handset.lines.length > 5000) handset.lines.splice(0, 2500)
    if (handset.faults.slowMs > 0) await new Promise(resolve => setTimeout(resolve, handset.faults.slowMs))
    const outs: Uint8Array[] = []
    let err = ''
    let code = 0
    for (const step of stepsOf(line)) {
      if ((step.if === 'ok' && code !== 0) || (step.if === 'failed' && code === 0)) continue
      const answer = await this.#run(step.words, input)
      outs.push(answer.out)
      if (!step.quietErr) err += answer.err
      code = answer.code
      if (step.words[0] === 'exit') break
    }
    return { out: Buffer.concat(outs), err, code }
  }

  async #run(words: readonly string[], input: Uint8Array): Promise<Said> {
    const handset = this.#handset
    const [name = '', ...args] = words
    switch (name) {
      case 'screencap':
        return screencap(handset, args)
      case 'uiautomator':
        return uiautomator(handset, args)
      case 'dumpsys':
        return dumpsys(handset, args)
      case 'input':
        return this.#input.run(args)
      case 'am':
        return am(handset, args)
      case 'pm':
        return args[0] === 'install'
          ? cmdPackage(handset, ['install', ...args.slice(1)], handset.files.get(args.at(-1) ?? '') ?? input)
          : pm(handset, args)
      case 'cmd':
        return this.#cmd(args, input)
      case 'settings':
        return this.#settings(args)
      case 'logcat':
        return this.#logcat(args)
      case 'wm':
        return this.#wm(args)
      case 'getprop':
        return this.#getprop(args[0])
      case 'sleep':
        await handset.wait(Number(args[0] ?? 0) * 1000)
        return said('')
      case 'date':
        return said(`${this.#date(args[0] ?? '')}\n`)
      case 'echo':
        return said(`${args.join(' ')}\n`)
      case 'exit':
        return said('', '', Number(args[0] ?? 0))
      case 'cat': {
        const file = handset.files.get(args[0] ?? '')
        return file === undefined ? said('', `cat: ${args[0] ?? ''}: No such file or directory\n`, 1) : said(file)
      }
      case 'rm':
        for (const arg of args) handset.files.delete(arg)
        return said('')
      default:
        return said('', `/system/bin/sh: ${name}: inaccessible or not found\n`, 127)
    }
  }

  #cmd(args: readonly string[], input: Uint8Array): Said {
    const { phone } = this.#handset
    const [service = '', what = '', ...rest] = args
    switch (service) {
      case 'package':
        return cmdPackage(this.#handset, args.slice(1), input)
      case 'uimode':
        if (rest[0] === 'yes' || rest[0] === 'no') phone.setDark(rest[0] === 'yes')
        return said(`Night mode: ${phone.settings.dark ? 'yes' : 'no'}\n`)
      case 'connectivity':
        if (what !== 'airplane-mode') return said('', `Unknown command: ${what}\n`, 255)
        phone.setNetwork(rest[0] === 'enable' ? 'offline' : 'online')
        this.#handset.settings.set('global/airplane_mode_on', rest[0] === 'enable' ? '1' : '0')
        return said('')
      case 'locale':
        return this.#locale(what, rest)
      default:
        return said('', `cmd: Can't find service: ${service}\n`, 20)
    }
  }

  #locale(what: string, rest: readonly string[]): Said {
    const { phone } = this.#handset
    if (this.#handset.options.apiLevel < 33) return said('', "cmd: Can't find service: locale\n", 20)
    if (what === 'get-app-locales') {
      const { locale } = phone.settings
      return said(`Locales for ${rest[0] ?? ''} for user 0 are [${locale === 'en' ? '' : locale}]\n`)
    }
    const at = rest.indexOf('--locales')
    const wanted = at === -1 ? '' : (rest[at + 1] ?? '')
    if (!/^([A-Za-z]{2,3}(-\w{2,8})*)?$/.test(wanted)) return said('', `Error: Invalid locales: ${wanted}\n`, 255)
    phone.setLocale(wanted === '' ? 'en' : wanted)
    return said('')
  }

  #settings(args: readonly string[]): Said {
    const { phone, settings } = this.#handset
    const [what = '', space = '', key = '', value = ''] = args
    const name = `${space}/${key}`
    if (what === 'get') {
      if (name === 'system/font_scale')
        return said(`${phone.settings.fontScale === 1 ? (settings.get(name) ?? 'null') : phone.settings.fontScale}\n`)
      return said(`${settings.get(name) ?? 'null'}\n`)
    }
    if (what === 'delete') {
      const had = settings.delete(name)
      if (name === 'system/font_scale') phone.setFontScale(1)
      return said(`Deleted ${had ? 1 : 0} rows\n`)
    }
    if (what !== 'put') return said('', `Invalid command: ${what}\n`, 255)
    settings.set(name, value)
    if (name === 'system/font_scale') phone.setFontScale(Number(value))
    if (name === 'system/user_rotation' && settings.get('system/accelerometer_rotation') === '0')
      phone.turn(value === '1' || value === '3' ? 'landscape' : 'portrait')
    return said('')
  }

  /** `-b BUFFER -d -v threadtime -T TIME`. */
  #logcat(args: readonly string[]): Said {
    const { phone, faults } = this.#handset
    const of = (flag: string): string | null => (args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? '') : null)
    const asked = of('-b') ?? 'main'
    const buffer: LogBuffer = asked === 'events' || asked === 'crash' ? asked : 'main'
    phone.now()
    if (args.includes('-c')) {
      phone.logs.clear()
      return said('')
    }
    const since = sinceMs(of('-T') ?? of('-t'))
    const entries =
      buffer === 'crash' && faults.noCrashBuffer ? [] : phone.logs.entries(buffer).filter(entry => entry.atMs >= since)
    return said([`--------- beginning of ${buffer}`, ...entries.map(threadtime), ''].join('\n'))
  }

  #wm(args: readonly string[]): Said {
    const { phone, options } = this.#handset
    if (args[0] === 'density') return said(`Physical density: ${phone.densityDpi}\n`)
    const { width, height } = phone.size
    return said(`Physical size: ${options.tv ? `${height}x${width}` : `${width}x${height}`}\n`)
  }

  #getprop(name: string | undefined): Said {
    const { apiLevel, tv } = this.#handset.options
    const props: Readonly<Record<string, string>> = {
      'ro.build.version.sdk': String(apiLevel),
      'ro.build.version.release': apiLevel >= 36 ? '16' : apiLevel >= 33 ? '13' : apiLevel >= 31 ? '12' : '10',
      'ro.product.model': tv ? 'Double TV' : 'Double Phone',
      'ro.product.manufacturer': 'Nocturne',
      'ro.build.characteristics': tv ? 'tv' : 'default',
      'ro.serialno': 'NDOUBLE01',
      'ro.kernel.qemu': '0',
      'sys.boot_completed': '1',
    }
    if (name !== undefined) return said(`${props[name] ?? ''}\n`)
    return said(
      Object.entries(props)
        .map(([key, value]) => `[${key}]: [${value}]\n`)
        .join(''),
    )
  }

  /** The formats tools ask for; the device's zone is UTC. */
  #date(format: string): string {
    const ms = this.#handset.phone.now()
    const iso = new Date(ms).toISOString()
    return format
      .replace(/^\+/, '')
      .replace('%m-%d', iso.slice(5, 10))
      .replace('%H:%M:%S', iso.slice(11, 19))
      .replace('%N', `${iso.slice(20, 23)}000000`)
      .replace('%Y', iso.slice(0, 4))
      .replace('%s', String(Math.floor(ms / 1000)))
  }
}

/** `MM-DD HH:MM:SS.mmm` of the year the phone's clock is in; the beginning for none. */
function sinceMs(time: string | null): number {
  if (time === null || !/^\d\d-\d\d /.test(time)) return 0
  const year = new Date(startMs).getUTCFullYear()
  const parsed = Date.parse(`${year}-${time.replace(' ', 'T')}Z`)
  return Number.isNaN(parsed) ? 0 : parsed
}
