// Which app is in front, out of `dumpsys window` (whole or `displays`) or `dumpsys activity activities`.
// After an ANR the dump begins with a stale copy of itself: what lies under LAST ANR is never read.
import type { Foreground } from '#shared/domain/device.ts'

export interface WindowDump extends Foreground {
  /** Nothing in the text names a window: ask `dumpsys window displays` or try again. */
  readonly unknown: boolean
  readonly asleep: boolean
  /** The screen shows nothing to screenshots: the focused window has FLAG_SECURE. */
  readonly secure: boolean
}

/**
 * A focus with a component wins; a focus without one lies over the focused app; null focuses are skipped, so that with
 * several displays the last pair that says something counts. Forms of Android 4 to 16 (facts/android.md 4.3).
 */
export function parseWindow(text: string): WindowDump {
  const live = liveWindows(text)
  const focuses = valuesOf(live, 'mCurrentFocus').filter(value => value !== 'null')
  const apps = [
    ...valuesOf(live, 'mFocusedApp'),
    ...valuesOf(live, 'topResumedActivity'),
    ...valuesOf(live, 'm?ResumedActivity:?'),
  ]
  const app = apps.map(componentOf).findLast(found => found !== null) ?? null
  const focusText = focuses.at(-1) ?? null
  const focus = focusText === null ? null : componentOf(focusText)
  const front = focus ?? app
  const overlay = focusText !== null && focus === null ? overlayOf(focusText) : null
  return {
    // A focus that is a bare package with nothing behind it (Android 5 while starting): that package is in front.
    package: front?.package ?? (overlay !== null && /^[a-z]\w*(\.\w+)+$/i.test(overlay) ? overlay : ''),
    activity: front?.activity ?? null,
    overlay,
    unknown: front === null && overlay === null,
    asleep: /isSleeping=true|mWakefulness=(Asleep|Dozing)/.test(live),
    secure: isSecure(live, focusText),
  }
}

/** The part of the dump that is of now. '' when all there is lies under LAST ANR. */
export function liveWindows(text: string): string {
  const heading = /WINDOW MANAGER LAST ANR/.exec(text)
  if (heading === null) return text
  if (/<no ANR has occurred since boot>/.test(text.slice(heading.index, heading.index + 400))) return text
  const policy = text.indexOf('WINDOW MANAGER POLICY STATE', heading.index)
  if (policy >= 0) return text.slice(policy)
  const displays = text.lastIndexOf('WINDOW MANAGER DISPLAY CONTENTS')
  const continued = text.lastIndexOf('Last ANR continued')
  return displays > heading.index && displays > continued ? text.slice(displays) : ''
}

function valuesOf(text: string, name: string): readonly string[] {
  return [...text.matchAll(new RegExp(`(?:^|\\s)${name}[=:]?\\s*(.*)$`, 'gm'))].map(match => (match[1] ?? '').trim())
}

interface Component {
  readonly package: string
  readonly activity: string
}

/** `u0 pkg/.Act` or `pkg/full.Act` inside Window{…}, ActivityRecord{…} or AppWindowToken{…}, stray braces and all. */
function componentOf(text: string): Component | null {
  const match = /(?:^|[\s{])((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)\/(\.?[A-Za-z_][\w.$]*)/.exec(text)
  if (match === null) return null
  const [, pkg = '', activity = ''] = match
  return { package: pkg, activity }
}

/** What a window without a component calls itself: its name after the user. */
function overlayOf(text: string): string {
  const match = /^Window\{\S+\s+(?:u\d+\s+)?(.*?)(?:\s+paused=\w+|\s+type=\d+)?\s*\}?$/.exec(text)
  return (match?.[1] ?? text).trim()
}

function isSecure(text: string, focus: string | null): boolean {
  const hash = focus === null ? null : /^Window\{(\w+)/.exec(focus)?.[1]
  if (hash === undefined || hash === null) return false
  const at = text.search(new RegExp(`Window #\\d+ Window\\{${hash}\\b`))
  if (at < 0) return false
  const end = text.indexOf('Window #', at + 8)
  return /\bfl=[^\n]*\bSECURE\b/.test(text.slice(at, end < 0 ? at + 4000 : end))
}
