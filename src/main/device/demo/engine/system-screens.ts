// The phone's own apps: launcher, recents, settings, a browser, and a page for whatever else an app opens. Screens of their
// own packages, so that who explores can see that the app was left. Values only; the phone acts on what is tapped.
import { plainNode } from '#main/device/demo/engine/screen-view.ts'
import type { ScreenView, ViewNode } from '#main/device/demo/engine/view.ts'

const launcherPackage = 'com.android.launcher3'
export const settingsPackage = 'com.android.settings'
const browserPackage = 'com.android.browser'
export const permissionPackage = 'com.android.permissioncontroller'
export const systemPackage = 'android'

/** What is in front when no app of a file is. */
export type SystemPlace =
  | { readonly is: 'launcher' }
  | { readonly is: 'recents' }
  | { readonly is: 'settings'; readonly page: string }
  | { readonly is: 'browser'; readonly address: string }
  | { readonly is: 'other'; readonly package: string }

export type SystemTap =
  | { readonly do: 'open'; readonly package: string }
  | { readonly do: 'page'; readonly page: string }

export interface SystemView {
  readonly screen: ScreenView
  readonly taps: ReadonlyMap<string, SystemTap>
}

export interface Icon {
  readonly package: string
  readonly label: string
}

export function systemView(place: SystemPlace, apps: readonly Icon[], recents: readonly Icon[]): SystemView {
  switch (place.is) {
    case 'launcher':
      return listing(launcherPackage, 'com.android.launcher3.uioverrides.QuickstepLauncher', '', 'icon', [
        ...apps.map(app => ({ text: app.label, image: app.package, tap: open(app.package) })),
        { text: 'Settings', image: settingsPackage, tap: open(settingsPackage) },
        { text: 'Browser', image: browserPackage, tap: open(browserPackage) },
      ])
    case 'recents':
      return listing(
        launcherPackage,
        'com.android.quickstep.RecentsActivity',
        'Recent apps',
        'task',
        recents.map(app => ({ text: app.label, image: app.package, tap: open(app.package) })),
      )
    case 'settings':
      return settingsView(place.page)
    case 'browser':
      return page(browserPackage, 'com.android.browser.BrowserActivity', 'Browser', [
        { ...plainNode, kind: 'text', key: 'b.0', id: 'url', text: place.address === '' ? 'New page' : place.address },
        { ...plainNode, kind: 'web', key: 'b.1', id: 'page', label: 'Page', size: 480 },
      ])
    case 'other':
      return page(place.package, `${place.package}.MainActivity`, place.package.split('.').at(-1) ?? '', [
        { ...plainNode, kind: 'text', key: 'b.0', text: 'This app belongs to the phone.' },
      ])
  }
}

const open = (name: string): SystemTap => ({ do: 'open', package: name })

const settingsPages: readonly (readonly [string, string, readonly string[]])[] = [
  ['network', 'Network and internet', ['Wi-Fi', 'Mobile network', 'Airplane mode']],
  ['apps', 'Apps', ['Default apps', 'App info']],
  ['display', 'Display', ['Dark theme', 'Font size', 'Auto-rotate screen']],
  ['system', 'System', ['Languages', 'Date and time', 'About phone']],
]

function settingsView(name: string): SystemView {
  const found = settingsPages.find(([key]) => key === name)
  if (found === undefined)
    return listing(
      settingsPackage,
      'com.android.settings.Settings',
      'Settings',
      'title',
      settingsPages.map(([key, text]) => ({ text, image: null, tap: { do: 'page', page: key } as const })),
    )
  const [, title, lines] = found
  return page(
    settingsPackage,
    'com.android.settings.SubSettings',
    title,
    lines.map((text, index) => ({ ...plainNode, key: `b.${index}`, id: 'summary', text })),
    true,
  )
}

interface Line {
  readonly text: string
  readonly image: string | null
  readonly tap: SystemTap
}

function listing(name: string, activity: string, title: string, id: string, lines: readonly Line[]): SystemView {
  const taps = new Map<string, SystemTap>()
  const rows = lines.map((line, index): ViewNode => {
    const key = `b.0#${index}`
    taps.set(key, line.tap)
    return { ...plainNode, kind: 'list_row', key, id, text: line.text, image: line.image, clickable: true }
  })
  const list: ViewNode = { ...plainNode, kind: 'list', key: 'b.0', id: 'list', children: rows }
  return { screen: { ...page(name, activity, title, [list]).screen, bar: title !== '' }, taps }
}

function page(name: string, activity: string, title: string, body: readonly ViewNode[], up = false): SystemView {
  return {
    screen: {
      package: name,
      activity,
      title,
      up,
      bar: true,
      actions: [],
      body,
      tabs: null,
      fab: null,
      scroll: {},
      theme: { primary: '#3B5BA9', darkPrimary: null },
    },
    taps: new Map(),
  }
}

const permissionWords: Readonly<Record<string, string>> = {
  notifications: 'send you notifications',
  location: 'access this device’s location',
  camera: 'take pictures and record video',
  microphone: 'record audio',
  contacts: 'access your contacts',
  calendar: 'access your calendar',
  photos: 'access photos and videos on this device',
  storage: 'access photos and media on your device',
  phone: 'make and manage phone calls',
  sms: 'send and view SMS messages',
  activity: 'access your physical activity',
  bluetooth: 'find, connect to and determine the position of nearby devices',
}

export const permissionQuestion = (label: string, permission: string): string =>
  `Allow ${label} to ${permissionWords[permission] ?? `use ${permission.replaceAll('_', ' ')}`}?`
