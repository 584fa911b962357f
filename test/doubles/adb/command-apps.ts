// The double's `am`, `pm` and `cmd package`: apps started, stopped, cleared and listed, with Android's own answers.
import { fullName } from './command-dumpsys.ts'
import { broadcast } from './command-controls.ts'
import type { Handset } from './handset.ts'
import { said, type Said } from './shell.ts'

const hasApp = (handset: Handset, name: string): boolean => handset.phone.packages().some(app => app.package === name)
const launcherOf = (name: string): string => `${name}/.MainActivity`

export function am(handset: Handset, args: readonly string[]): Said {
  const name = args.at(-1) ?? ''
  switch (args[0] ?? '') {
    case 'start':
      return start(handset, args.slice(1))
    case 'broadcast':
      return broadcast(handset, args.slice(1))
    case 'force-stop':
      if (hasApp(handset, name)) handset.phone.forceStop(name)
      return said('')
    case 'kill':
      if (hasApp(handset, name)) handset.phone.kill(name)
      return said('')
    default:
      return said('', `Error: unknown command '${args[0] ?? ''}'\n`, 255)
  }
}

function start(handset: Handset, args: readonly string[]): Said {
  const of = (flag: string): string | null => (args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? '') : null)
  const link = of('-d')
  const component = of('-n')
  if (component === null && link !== null) {
    const intent = `Starting: Intent { act=android.intent.action.VIEW dat=${link} }\n`
    if (!/^(https?|[a-z][\w+.-]*):/i.test(link))
      return said(
        `${intent}`,
        'Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW flg=0x10000000 }\n',
      )
    handset.phone.openLink(link)
    return said(
      `${intent}Status: ok\nLaunchState: WARM\nActivity: com.android.browser/.BrowserActivity\nTotalTime: 210\nWaitTime: 214\nComplete\n`,
    )
  }
  const [name = '', activity = ''] = (component ?? '').split('/')
  const intent = `Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=${component ?? ''} }\n`
  if (!hasApp(handset, name) || !['.MainActivity', `${name}.MainActivity`].includes(activity))
    return said(intent, `Error type 3\nError: Activity class {${name}/${activity}} does not exist.\n`)
  const runs = handset.phone.pidOf(name) !== null
  if (args.includes('-S')) handset.phone.launch(name)
  else handset.phone.resume(name)
  const state = runs && !args.includes('-S') ? 'HOT' : 'COLD'
  const warning =
    state === 'HOT' ? 'Warning: Activity not started, its current task has been brought to the front\n' : ''
  return said(
    `${intent}${warning}Status: ok\nLaunchState: ${state}\nActivity: ${name}/.MainActivity\nTotalTime: 312\nWaitTime: 318\nComplete\n`,
  )
}

export function pm(handset: Handset, args: readonly string[]): Said {
  const name = args.at(-1) ?? ''
  switch (args[0] ?? '') {
    case 'list':
      return list(handset, args.slice(1))
    case 'path':
      return name === 'android' ? said('package:/system/framework/framework-res.apk\n') : said('', '', 1)
    case 'clear':
      if (!hasApp(handset, name)) return said('Failed\n')
      handset.phone.clearData(name)
      // The package's own language goes with its data.
      handset.phone.setLocale('en')
      return said('Success\n')
    case 'uninstall':
      if (!hasApp(handset, name)) return said('Failure [DELETE_FAILED_INTERNAL_ERROR]\n', '', 1)
      handset.phone.uninstall(name)
      handset.installs.signers.delete(name)
      return said('Success\n')
    case 'grant':
    case 'revoke':
      return permission(handset, args[0] === 'grant', args[1] ?? '', args[2] ?? '')
    default:
      return said('', `Unknown command: ${args[0] ?? ''}\n`, 255)
  }
}

function list(handset: Handset, args: readonly string[]): Said {
  if (args[0] === 'features') {
    const features = ['reqGlEsVersion=0x30002', 'android.hardware.audio.output', 'android.hardware.wifi']
    const own = handset.options.tv
      ? ['android.hardware.type.television', 'android.software.leanback']
      : ['android.hardware.touchscreen']
    return said([...features, ...own].map(feature => `feature:${feature}\n`).join(''))
  }
  const own = handset.phone.packages().map(app => app.package)
  const system = args.includes('-3') ? [] : ['android', 'com.android.settings', 'com.android.launcher3']
  return said([...system, ...own].map(one => `package:${one}\n`).join(''))
}

function permission(handset: Handset, grant: boolean, name: string, full: string): Said {
  const app = handset.phone.packages().find(one => one.package === name)
  if (app === undefined)
    return said(
      '',
      `\nException occurred while executing '${grant ? 'grant' : 'revoke'}':\njava.lang.IllegalArgumentException: Unknown package: ${name}\n`,
      255,
    )
  const short = app.permissions.find(one => fullName(one) === full)
  if (short === undefined)
    return said(
      '',
      `\nException occurred while executing '${grant ? 'grant' : 'revoke'}':\njava.lang.SecurityException: Package ${name} has not requested permission ${full}\n`,
      255,
    )
  if (grant) handset.phone.grant(name, short)
  else handset.phone.revoke(name, short)
  return said('')
}

export function cmdPackage(handset: Handset, args: readonly string[]): Said {
  const name = args.at(-1) ?? ''
  switch (args[0] ?? '') {
    case 'resolve-activity':
      if (!hasApp(handset, name)) return said('No activity found\n')
      if (handset.faults.twoLaunchers)
        return said(
          'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\nandroid/com.android.internal.app.ResolverActivity\n',
        )
      return said(`priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n${launcherOf(name)}\n`)
    case 'query-activities':
      return said(
        hasApp(handset, name)
          ? `1 activities found:\n  Activity #0:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n    ${launcherOf(name)}\n`
          : 'No activities found\n',
      )
    default:
      return said('', `Unknown command: ${args[0] ?? ''}\n`, 255)
  }
}
