// Every command the double's shell knows, by its first word. What it does not know is "not found", as in a real shell.
import { threadtime, type LogBuffer } from '#main/device/demo/engine/log-buffers.ts'
import { startMs } from '#main/device/demo/engine/timers.ts'
import { am, cmdPackage, pm } from './command-apps.ts'
import { appops, deviceState, ip, lockSettings, location, svc, tc } from './command-controls.ts'
import { dumpsys } from './command-dumpsys.ts'
import { packageInstall } from './installs.ts'
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
    if (handset.faults.refuses !== null && line.startsWith(handset.faults.refuses))
      return said('', `Error: it is refused: ${line}\n`, 255)
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

  async #run(words: readonly string[], input: Uint8Array, isRoot = false): Promise<Said> {
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
        if (handset.faults.starting !== null) return said('', "cmd: Can't find service: package\n", 20)
        return args[0]?.startsWith('install') === true
          ? packageInstall(handset, args, handset.files.get(args.at(-1) ?? '') ?? input)
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
      case 'su':
        // `su 0 COMMAND`, as on images of emulators that are not for the shops.
        return handset.options.emulator === true
          ? this.#run(args.slice(1), input, true)
          : said('', '/system/bin/sh: su: inaccessible or not found\n', 127)
      case 'id':
        return said(isRoot ? '0\n' : '2000\n')
      case 'svc':
        return svc(handset, args)
      case 'locksettings':
        return lockSettings(handset, args)
      case 'ip':
        return ip(handset, args, isRoot)
      case 'tc':
        return tc(handset, args, isRoot)
      case 'ps':
        return this.#ps()
      case 'ls':
        if (args.at(-1) === '/system/bin/screenrecord')
          return handset.film?.screenrecord === true
            ? said('/system/bin/screenrecord\n')
            : said('', 'ls: /system/bin/screenrecord: No such file or directory\n', 1)
        return this.#ls(args.at(-1) ?? '')
      case 'stat': {
        const file = handset.files.get(args.at(-1) ?? '')
        return file === undefined
          ? said('', `stat: '${args.at(-1) ?? ''}': No such file or directory\n`, 1)
          : said(`${file.length}\n`)
      }
      case 'content':
        if (args[0] === 'call') handset.controls.scans += 1
        return said('Result: Bundle[{}]\n')
      case 'sync':
        return said('')
      case 'echo':
        return said(`${args.join(' ')}\n`)
      case 'exit':
        return said('', '', Number(args[0] ?? 0))
      case 'cat': {
        if (args[0] === '/proc/sys/kernel/random/boot_id') return said(`${handset.controls.bootId}\n`)
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

  #cmd(args: readonly string[], input: Uint8Array): Said | Promise<Said> {
    const { phone } = this.#handset
    const [service = '', what = '', ...rest] = args
    switch (service) {
      case 'package':
        return what.startsWith('install')
          ? packageInstall(this.#handset, args.slice(1), input)
          : cmdPackage(this.#handset, args.slice(1))
      case 'uimode':
        if (rest[0] === 'yes' || rest[0] === 'no') phone.setDark(rest[0] === 'yes')
        return said(`Night mode: ${phone.settings.dark ? 'yes' : 'no'}\n`)
      case 'connectivity':
        if (what !== 'airplane-mode') return said('', `Unknown command: ${what}\n`, 255)
        if (this.#handset.options.apiLevel < 30) return said('', `Unknown command: ${what}\n`, 255)
        this.#handset.controls.airplane(rest[0] === 'enable')
        return said('')
      case 'device_state':
        return deviceState(this.#handset, args.slice(1))
      case 'location':
        return location(this.#handset, args.slice(1))
      case 'appops':
        return appops(this.#handset, args.slice(1))
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
      if (name === 'system/user_rotation') this.#handset.rotate()
      if (name === 'system/font_scale') phone.setFontScale(1)
      return said(`Deleted ${had ? 1 : 0} rows\n`)
    }
    if (what === 'list')
      return said(
        [...settings]
          .filter(([one]) => one.startsWith(`${space}/`))
          .map(([one, set]) => `${one.slice(space.length + 1)}=${set}\n`)
          .join(''),
      )
    if (what !== 'put') return said('', `Invalid command: ${what}\n`, 255)
    const before = settings.get(name)
    settings.set(name, value)
    if (name === 'system/font_scale') phone.setFontScale(Number(value))
    if (name === 'system/user_rotation' || (name === 'system/accelerometer_rotation' && value !== before))
      this.#handset.rotate()
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

  #ps(): Said {
    const { phone } = this.#handset
    const running = phone.packages().flatMap(({ package: name }) => {
      const pid = phone.pidOf(name)
      return pid === null ? [] : [`${String(pid).padStart(5)} ${name}\n`]
    })
    return said(`  PID NAME\n    1 init\n${running.join('')}`)
  }

  #ls(folder: string): Said {
    const names = [...this.#handset.files.keys()]
      .filter(path => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/'))
      .map(path => `${path.slice(folder.length + 1)}\n`)
    return said(`.\n..\n${names.join('')}`)
  }

  #wm(args: readonly string[]): Said {
    const { phone, options } = this.#handset
    if (args[0] === 'dismiss-keyguard') return said('')
    if (args[0] === 'density') return said(`Physical density: ${phone.densityDpi}\n`)
    const { width, height } = phone.size
    return said(`Physical size: ${options.tv ? `${height}x${width}` : `${width}x${height}`}\n`)
  }

  #getprop(name: string | undefined): Said {
    const { apiLevel, tv } = this.#handset.options
    const props: Readonly<Record<string, string>> = {
      'ro.build.version.sdk': String(apiLevel),
      'ro.build.version.release': releases[apiLevel] ?? '16',
      'ro.product.model': this.#handset.options.model ?? (tv ? 'Double TV' : 'Double Phone'),
      'ro.product.manufacturer': 'Nocturne',
      'ro.product.cpu.abilist': (this.#handset.options.abis ?? ['x86_64', 'x86']).join(','),
      'persist.sys.locale': 'en-US',
      'ro.build.characteristics': tv ? 'tv' : 'default',
      'ro.serialno': this.#handset.serialno,
      'ro.kernel.qemu': this.#handset.options.emulator === true ? '1' : '0',
      'sys.boot_completed': this.#handset.faults.starting === 'android' ? '' : '1',
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

const releases: Readonly<Record<number, string>> = {
  27: '8.1.0',
  29: '10',
  30: '11',
  31: '12',
  32: '12',
  33: '13',
  34: '14',
  35: '15',
  36: '16',
}

/** `MM-DD HH:MM:SS.mmm` of the year the phone's clock is in; the beginning for none. */
function sinceMs(time: string | null): number {
  if (time === null || !/^\d\d-\d\d /.test(time)) return 0
  const year = new Date(startMs).getUTCFullYear()
  const parsed = Date.parse(`${year}-${time.replace(' ', 'T')}Z`)
  return Number.isNaN(parsed) ? 0 : parsed
}
