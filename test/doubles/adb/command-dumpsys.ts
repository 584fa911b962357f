// The double's `dumpsys`: windows, keyboard, packages, battery, activities. Cut to the lines tools read, in the form of the version it is of.
import type { Foreground } from '#shared/domain/device.ts'
import { batteryDump, displayDump, locationDump, powerDump } from './command-controls.ts'
import type { Handset } from './handset.ts'
import { said, type Said } from './shell.ts'

export function dumpsys(handset: Handset, args: readonly string[]): Said {
  switch (args[0] ?? '') {
    case 'window':
      return said(windowDump(handset, args[1] ?? 'all'))
    case 'input_method':
      return said(inputMethodDump(handset))
    case 'package':
      return said(packageDump(handset, args[1] ?? 'packages'))
    case 'battery':
      return batteryDump(handset, args.slice(1))
    case 'power':
      return powerDump(handset)
    case 'display':
      return displayDump(handset)
    case 'location':
      return locationDump(handset)
    case 'activity':
      return said(activityDump(handset))
    default:
      return said('', `Can't find service: ${args[0] ?? ''}\n`)
  }
}

/** A hash for a window or record, always the same for the same name. */
function hashOf(name: string): string {
  let value = 7
  for (const char of name) value = (value * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return value.toString(16).padStart(7, '0').slice(0, 7)
}

const shortActivity = (front: Foreground): string => {
  const name = front.activity ?? `${front.package}.MainActivity`
  return name.startsWith(`${front.package}.`) ? name.slice(front.package.length) : name
}

/** Android 13 and 14 have a stray brace. */
function recordOf(front: Foreground, apiLevel: number): string {
  const component = `${front.package}/${shortActivity(front)}`
  const brace = apiLevel === 33 || apiLevel === 34 ? '}' : ''
  return `ActivityRecord{${hashOf(component)} u0 ${component}${brace} t57}`
}

/** To Android 10 the app's window token stands around it. */
function focusedAppOf(front: Foreground, apiLevel: number): string {
  const record = recordOf(front, apiLevel)
  return apiLevel > 29
    ? record
    : `AppWindowToken{${hashOf(`token ${front.package}`)} token=Token{${hashOf('token')} ${record}}}`
}

function windowOf(front: Foreground): string {
  const name = front.overlay ?? `${front.package}/${front.activity ?? `${front.package}.MainActivity`}`
  return `Window{${hashOf(name)} u0 ${name}}`
}

function displays(front: Foreground, apiLevel: number): string {
  return [
    'WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)',
    '  Display: mDisplayId=0',
    '    init=1080x2400 420dpi cur=1080x2400 app=1080x2274',
    `  mCurrentFocus=${windowOf(front)}`,
    `  mFocusedApp=${focusedAppOf(front, apiLevel)}`,
    '',
  ].join('\n')
}

function windows(handset: Handset, front: Foreground): string {
  const look = handset.phone.peek()
  const flags = [
    'LAYOUT_IN_SCREEN',
    'LAYOUT_INSET_DECOR',
    'SPLIT_TOUCH',
    'HARDWARE_ACCELERATED',
    'DRAWS_SYSTEM_BAR_BACKGROUNDS',
  ]
  if (look.secure) flags.unshift('SECURE')
  return [
    'WINDOW MANAGER WINDOWS (dumpsys window windows)',
    ...imeWindow(handset),
    `  Window #5 ${windowOf(front)}:`,
    `    mDisplayId=0 rootTaskId=57 mSession=Session{5f1c0d7 1523:u0a10191} mClient=android.os.BinderProxy@${hashOf('client')}`,
    `    mOwnerUid=10191 showForAllUsers=false package=${front.package} appop=NONE`,
    '    mAttrs={(0,0)(fillxfill) sim={adjust=resize forwardNavigation} ty=BASE_APPLICATION wanim=0x10302fe',
    `      fl=${flags.join(' ')}`,
    '      pfl=NO_MOVE_ANIMATION FIT_INSETS_CONTROLLED',
    '      bhv=DEFAULT}',
    '    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false',
    '    isOnScreen=true',
    '    isVisible=true',
    '',
  ].join('\n')
}

/** The keyboard's window is there also while it is hidden. */
function imeWindow(handset: Handset): readonly string[] {
  const { keyboard } = handset.phone.peek()
  const { shown, bounds } = keyboard
  const region = bounds === null ? '' : `(${bounds.left},${bounds.top},${bounds.right},${bounds.bottom})`
  return [
    `  Window #3 Window{${hashOf('ime')} u0 InputMethod}:`,
    '    mDisplayId=0 mSession=Session{8a1f02c 2011:u0a10130}',
    `    mViewVisibility=${shown ? '0x0' : '0x8'} mHaveFrame=true mObscured=false`,
    `    touchable region=SkRegion(${region})`,
    `    mHasSurface=${shown} isReadyForDisplay()=${shown} mWindowRemovalAllowed=false`,
    `      Surface: shown=${shown}      mDrawState=${shown ? 'HAS_DRAWN' : 'NO_SURFACE'}       mLastHidden=${!shown}`,
    `    isOnScreen=${shown}`,
    `    isVisible=${shown}`,
  ]
}

/** What an ANR leaves at the front of every dump until the next boot: a copy of the windows as they were then. */
function lastAnr(component: string | null, apiLevel: number): string {
  const head = 'WINDOW MANAGER LAST ANR (dumpsys window lastanr)'
  if (component === null) return `${head}\n  <no ANR has occurred since boot>\n\n`
  const [pkg = '', activity = ''] = component.split('/')
  const stale: Foreground = {
    package: pkg,
    activity: activity.startsWith('.') ? `${pkg}${activity}` : activity,
    overlay: null,
  }
  return [
    head,
    '  ANR time: Dec 1, 2025 8:17:01 PM',
    `  Application at fault: ${recordOf(stale, apiLevel)}`,
    '  Reason: Input dispatching timed out (Application does not have a focused window).',
    displays(stale, apiLevel),
    'WINDOW MANAGER WINDOWS (dumpsys window windows)',
    `  Window #0 ${windowOf(stale)}:`,
    '    mHasSurface=true',
    '',
  ].join('\n')
}

function windowDump(handset: Handset, part: string): string {
  const front = handset.phone.foreground()
  const { apiLevel } = handset.options
  if (part === 'displays') return displays(front, apiLevel)
  if (part === 'windows') return windows(handset, front)
  return [
    lastAnr(handset.faults.lastAnr, apiLevel),
    'WINDOW MANAGER POLICY STATE (dumpsys window policy)',
    '    mSystemReady=true mSystemBooted=true',
    '  mAwake=true mScreenOnEarly=true mScreenOnFully=true',
    displays(front, apiLevel),
    windows(handset, front),
  ].join('\n')
}

function inputMethodDump(handset: Handset): string {
  const { keyboard } = handset.phone.peek()
  const { shown, bounds } = keyboard
  return [
    'Current Input Method Manager state:',
    '  Input Methods: mMethodMapUpdateCount=2',
    '  mCurMethodId=com.android.inputmethod.latin/.LatinIME',
    ...shownLines(shown, handset.options.apiLevel),
    ...(bounds === null
      ? []
      : [
          `    touchableInsets=3 touchableRegion=SkRegion((${bounds.left},${bounds.top},${bounds.right},${bounds.bottom}))`,
        ]),
    '  mSystemReady=true mInteractive=true',
    // It lags: no tool may go by it.
    '  mIsInputViewShown=true mStatusIcon=0',
    '',
  ].join('\n')
}

/** A line of its own from Android 14 on, deeper from 15. */
function shownLines(shown: boolean, apiLevel: number): readonly string[] {
  if (apiLevel < 34)
    return [`  mShowRequested=${shown} mShowExplicitlyRequested=false mShowForced=false mInputShown=${shown}`]
  return apiLevel < 35
    ? [`      mInputShown=${shown}`]
    : ['  mVisibilityStateComputer:', `    mRequestedImeVisibility=${shown}`, `        mInputShown=${shown}`]
}

function packageDump(handset: Handset, which: string): string {
  const apps = handset.phone.packages().filter(app => which === 'packages' || app.package === which)
  if (apps.length === 0) return `Unable to find package: ${which}\n`
  const blocks = apps.map(app => {
    const granted = handset.phone.inside().get(app.package).record.granted
    return [
      `  Package [${app.package}] (${hashOf(app.package)}):`,
      '    userId=10191',
      `    codePath=/data/app/~~demo==/${app.package}-1`,
      `    versionCode=${app.versionCode} minSdk=26 targetSdk=33`,
      `    versionName=${app.versionName}`,
      '    flags=[ HAS_CODE ALLOW_CLEAR_USER_DATA ]',
      '    firstInstallTime=2026-01-01 09:00:00',
      `    lastUpdateTime=${handset.stamp(handset.installedAt.get(app.package) ?? 0)}`,
      ...(handset.installs.signers.has(app.package)
        ? [
            `    signatures=PackageSignatures{3f1ab2 version:2, signatures:[${handset.installs.signers.get(app.package)}], past signatures:[]}`,
          ]
        : []),
      '    install permissions:',
      '      android.permission.INTERNET: granted=true',
      '    User 0: ceDataInode=13061 installed=true hidden=false suspended=false stopped=false',
      '      runtime permissions:',
      ...app.permissions.map(
        name => `        ${fullName(name)}: granted=${granted.has(name)}, flags=[ USER_SENSITIVE_WHEN_GRANTED]`,
      ),
      '',
    ].join('\n')
  })
  return `Packages:\n${blocks.join('\n')}\nPackage Changes:\n  Sequence number=4\n`
}

/** Android's name of a permission of an app file (`location`). */
export const fullName = (name: string): string => `android.permission.${name.toUpperCase()}`

function activityDump(handset: Handset): string {
  const { apiLevel } = handset.options
  const record = recordOf(handset.phone.foreground(), apiLevel)
  return [
    'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)',
    'Display #0 (activities from top to bottom):',
    ...(apiLevel >= 31
      ? [`  topResumedActivity=${record}`, `  ResumedActivity: ${record}`]
      : [`    mResumedActivity: ${record}`]),
    '',
  ].join('\n')
}
