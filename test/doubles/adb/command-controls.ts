// The double's commands for what is put over the phone's own: `cmd device_state`, `cmd location`, `cmd appops`, `svc`, `tc`,
// `ip`, demo broadcasts, and the dumps that tell of it. In the words of the version it is of.
import type { Handset } from './handset.ts'
import { postureNumbers } from './controls.ts'
import { said, type Said } from './shell.ts'

const noService = (name: string): Said => said('', `cmd: Can't find service: ${name}\n`, 20)
const names = { closed: 'CLOSED', 'half-open': 'HALF_OPENED', open: 'OPENED' } as const

/** From Android 12 on. */
export function deviceState(handset: Handset, args: readonly string[]): Said {
  const { phone, options } = handset
  if (options.apiLevel < 31) return noService('device_state')
  const posture = phone.posture
  const more = options.apiLevel >= 34 ? ', app_accessible=true, cancel_when_requester_not_on_top=false' : ''
  const written = (number: number, name: string): string => `DeviceState{identifier=${number}, name='${name}'${more}}`
  const all =
    posture === null
      ? [written(0, 'DEFAULT')]
      : (['closed', 'half-open', 'open'] as const).map(one => written(postureNumbers[one], names[one]))
  switch (args[0] ?? '') {
    case 'print-states':
      return said(`Supported states: [\n${all.map(one => `  ${one},\n`).join('')}]\n`)
    case 'print-state':
      if (options.apiLevel < 33) return said('', 'Unknown command: print-state\n', 255)
      return said(`${posture === null ? 0 : postureNumbers[posture]}\n`)
    case 'state': {
      const [to] = args.slice(1)
      if (to === undefined)
        return said(`Committed state: ${all[posture === null ? 0 : postureNumbers[posture]] ?? ''}\n`)
      const wanted =
        to === 'reset'
          ? 'open'
          : (['closed', 'half-open', 'open'] as const).find(one => postureNumbers[one] === Number(to))
      if (posture === null || wanted === undefined)
        return said('', `Error: Device state: [${to}] does not exist.\n`, 255)
      phone.fold(wanted)
      return said('')
    }
    default:
      return said('', `Unknown command: ${args[0] ?? ''}\n`, 255)
  }
}

/** Test providers by command from Android 12 on. */
export function location(handset: Handset, args: readonly string[]): Said {
  const { controls, options } = handset
  if (options.apiLevel < 31 || args[0] !== 'providers') return said('', `Unknown command: ${args[0] ?? ''}\n`, 255)
  if (!controls.mayMock)
    return said(
      '',
      'Exception occurred while executing: java.lang.SecurityException: com.android.shell from uid 2000 not allowed to perform MOCK_LOCATION\n',
      255,
    )
  switch (args[1] ?? '') {
    case 'add-test-provider':
      controls.hasTestProvider = true
      return said('')
    case 'remove-test-provider':
      controls.hasTestProvider = false
      controls.place = null
      return said('')
    case 'set-test-provider-enabled':
      return said('')
    case 'set-test-provider-location': {
      const [latitude, longitude] = (args[args.indexOf('--location') + 1] ?? '').split(',').map(Number)
      if (!controls.hasTestProvider || latitude === undefined || longitude === undefined)
        return said(
          '',
          'Exception occurred while executing: java.lang.IllegalArgumentException: gps provider is not a test provider\n',
          255,
        )
      controls.place = { latitude, longitude }
      return said('')
    }
    default:
      return said('', `Unknown command: ${args[1] ?? ''}\n`, 255)
  }
}

export function appops(handset: Handset, args: readonly string[]): Said {
  const [what = '', app = '', op = '', mode = ''] = args
  if (what === 'set' && app === 'com.android.shell' && op === 'android:mock_location')
    handset.controls.mayMock = mode === 'allow'
  return said('')
}

export function svc(handset: Handset, args: readonly string[]): Said {
  const [what = '', to = ''] = args
  if ((what === 'wifi' || what === 'data') && (to === 'enable' || to === 'disable'))
    handset.controls.radio(what, to === 'enable')
  // AC, USB, wireless, dock.
  if (what === 'power' && to === 'stayon')
    handset.settings.set('global/stay_on_while_plugged_in', args[2] === 'true' ? '15' : '0')
  return said('')
}

export function lockSettings(handset: Handset, [what = '', to = '']: readonly string[]): Said {
  if (what === 'set-disabled') {
    handset.settings.set('lock/disabled', to)
    return said(`Lock screen disabled set to ${to}\n`)
  }
  return what === 'get-disabled' ? said(`${handset.settings.get('lock/disabled') ?? 'false'}\n`) : said('')
}

export function ip(handset: Handset, args: readonly string[], isRoot: boolean): Said {
  const [, what = '', name = ''] = args
  if (!isRoot) return said('', 'RTNETLINK answers: Operation not permitted\n', 2)
  if (what === 'add') {
    if (handset.controls.links.has(name)) return said('', 'RTNETLINK answers: File exists\n', 2)
    handset.controls.links.add(name)
  }
  return handset.controls.links.has(name) ? said('') : said('', `Cannot find device "${name}"\n`, 1)
}

export function tc(handset: Handset, args: readonly string[], isRoot: boolean): Said {
  const { controls } = handset
  const [object = '', what = ''] = args
  const dev = args[args.indexOf('dev') + 1] ?? ''
  if (!controls.links.has(dev)) return said('', `Cannot find device "${dev}"\n`, 1)
  const kinds = controls.qdiscs.get(dev) ?? new Set<string>()
  if (what === 'show') {
    const lines = [...kinds].map(kind => `qdisc ${kind} 8001: root refcnt 2 limit 1000 delay 100ms rate 473600bit\n`)
    return said(lines.join('') || `qdisc mq 0: root\n`)
  }
  if (!isRoot) return said('', 'RTNETLINK answers: Operation not permitted\n', 2)
  if (object === 'filter') return said('')
  const kind = args.includes('ingress') ? 'ingress' : 'netem'
  if (what === 'del') {
    if (!kinds.delete(kind)) return said('', 'RTNETLINK answers: No such file or directory\n', 2)
  } else if (kinds.has(kind)) return said('', 'RTNETLINK answers: File exists\n', 2)
  else kinds.add(kind)
  controls.qdiscs.set(dev, kinds)
  controls.network()
  return said('')
}

/** System UI hears demo commands only where the switch is on. */
export function broadcast(handset: Handset, args: readonly string[]): Said {
  const action = args[args.indexOf('-a') + 1] ?? ''
  const extras = args.flatMap((arg, at) => (arg === '-e' ? [`${args[at + 1] ?? ''}=${args[at + 2] ?? ''}`] : []))
  const { controls, settings } = handset
  if (action === 'com.android.systemui.demo' && settings.get('global/sysui_demo_allowed') === '1') {
    const what = extras[0]?.replace('command=', '') ?? ''
    if (what === 'enter') controls.demo ??= []
    else if (what === 'exit') controls.demo = null
    else controls.demo?.push([what, ...extras.slice(1)].join(' '))
  }
  if (action === 'android.intent.action.MEDIA_SCANNER_SCAN_FILE') controls.scans += 1
  return said(`Broadcasting: Intent { act=${action} flg=0x400000 (has extras) }\nBroadcast completed: result=0\n`)
}

export function batteryDump(handset: Handset, args: readonly string[]): Said {
  const { controls, options } = handset
  const [what = '', key = '', value = ''] = args
  const own = { ac: false, status: 2, level: 84 }
  if (what === 'reset') controls.battery = null
  else if (what === 'unplug') controls.battery = { ...(controls.battery ?? own), ac: false }
  else if (what === 'set') {
    const set = controls.battery ?? own
    if (key === 'ac') set.ac = value === '1'
    else if (key === 'status') set.status = Number(value)
    else if (key === 'level') set.level = Number(value)
    else return said(`Unknown set option: ${key}\n`)
    controls.battery = set
  }
  if (what !== '') return said('')
  const { ac, status, level } = controls.battery ?? own
  const isOwn = controls.battery === null
  return said(
    [
      'Current Battery Service state:',
      ...(isOwn ? [] : ["  (UPDATES STOPPED -- use 'reset' to restart)"]),
      `  AC powered: ${ac}`,
      `  USB powered: ${isOwn}`,
      '  Wireless powered: false',
      '  Max charging current: 0',
      ...(options.apiLevel >= 36
        ? [
            ' Time when the latest updated value of the Max charging current was sent via battery changed broadcast: +21s560ms',
          ]
        : []),
      `  status: ${status}`,
      '  health: 2',
      '  present: true',
      `  level: ${level}`,
      '  scale: 100',
      ...(options.apiLevel >= 35 ? ['  Charging state: 0', '  Charging policy: 0'] : []),
      '',
    ].join('\n'),
  )
}

export const powerDump = ({ controls }: Handset): Said =>
  said(
    `POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mDirty=0x0\n  mWakefulness=${controls.asleep ? 'Asleep' : 'Awake'}\n  mWakefulnessChanging=false\n  mIsPowered=true\n`,
  )

export function displayDump(handset: Handset): Said {
  const { options, rotation } = handset
  const inner = options.size ?? { width: 1080, height: 2400 }
  const screens = options.tv
    ? [{ width: 1920, height: 1080 }]
    : [...(options.fold === undefined ? [] : [options.fold.outer]), inner]
  const type = options.apiLevel >= 30 ? 'INTERNAL' : 'BUILT_IN'
  return said(
    [
      'DISPLAY MANAGER (dumpsys display)',
      '  mOnlyCode=false',
      `Display Devices: size=${screens.length}`,
      ...screens.map(
        ({ width, height }, at) =>
          `    DisplayDeviceInfo{"Built-in Screen": uniqueId="local:${4619827259835644672n + BigInt(at)}", ${width} x ${height}, modeId 1, density ${options.densityDpi ?? 420}, touch INTERNAL, rotation 0, type ${type}, state ON}`,
      ),
      'Display Device Mappers:',
      '  Display 0:',
      `    mCurrentOrientation=${options.tv ? 0 : rotation}`,
      '',
    ].join('\n'),
  )
}

export function locationDump({ controls, options }: Handset): Said {
  const { place } = controls
  const after = options.apiLevel >= 31 ? 'hAcc=100.0 et=+1h2m3s mock' : 'acc=100 et=+1h2m3s0ms'
  const last =
    place === null ? 'null' : `Location[gps ${place.latitude.toFixed(6)},${place.longitude.toFixed(6)} ${after}]`
  return said(
    `Location Manager State:\n  gps provider${controls.hasTestProvider ? ' [mock]' : ''}:\n    last location=${last}\n`,
  )
}
