// Windows the system puts over an app: the permission dialog, the share chooser, the "isn't responding" dialog. They belong
// to an app and are seen while it is in front.
import { plainNode } from '#main/device/demo/engine/screen-view.ts'
import { permissionPackage, permissionQuestion, systemPackage } from '#main/device/demo/engine/system-screens.ts'
import type { OverlayView } from '#main/device/demo/engine/view.ts'

export interface SystemOverlay {
  readonly kind: OverlayView['kind']
  /** Package of the app it belongs to. */
  readonly owner: string
  readonly package: string
  /** Its activity; null for a window without one, which then has a name. */
  readonly activity: string | null
  readonly window: string | null
  readonly title: string
  readonly text: string
  readonly buttons: readonly { readonly id: string; readonly text: string; press(): void }[]
  /** What Back does; null when it does nothing. */
  readonly dismiss: (() => void) | null
  /** Whether a tap beside it closes it. */
  readonly closesOutside: boolean
}

export function permissionDialog(
  owner: string,
  label: string,
  permission: string,
  answer: (granted: boolean) => void,
): SystemOverlay {
  return {
    kind: 'permission',
    owner,
    package: permissionPackage,
    activity: 'com.android.permissioncontroller.permission.ui.GrantPermissionsActivity',
    window: null,
    title: permissionQuestion(label, permission),
    text: '',
    buttons: [
      { id: 'permission_allow_button', text: 'Allow', press: () => answer(true) },
      { id: 'permission_deny_button', text: 'Don’t allow', press: () => answer(false) },
    ],
    dismiss: () => answer(false),
    closesOutside: false,
  }
}

export function shareChooser(
  owner: string,
  words: string | null,
  close: (words: string | null) => void,
): SystemOverlay {
  return {
    kind: 'sheet',
    owner,
    package: systemPackage,
    activity: 'com.android.internal.app.ChooserActivity',
    window: null,
    title: 'Share',
    text: words ?? '',
    buttons: [
      { id: 'chooser_copy_button', text: 'Copy', press: () => close('Copied') },
      { id: 'chooser_messages', text: 'Messages', press: () => close('Handed to Messages') },
    ],
    dismiss: () => close(null),
    closesOutside: true,
  }
}

export function notResponding(owner: string, label: string, closeApp: () => void, wait: () => void): SystemOverlay {
  return {
    kind: 'anr',
    owner,
    package: systemPackage,
    activity: null,
    window: `Application Not Responding: ${owner}`,
    title: `${label} isn’t responding`,
    text: '',
    buttons: [
      { id: 'aerr_close', text: 'Close app', press: closeApp },
      { id: 'aerr_wait', text: 'Wait', press: wait },
    ],
    dismiss: null,
    closesOutside: false,
  }
}

export function overlayView(overlay: SystemOverlay, place: number): OverlayView {
  return {
    kind: overlay.kind,
    package: overlay.package,
    title: overlay.title,
    text: overlay.text,
    buttons: overlay.buttons.map((button, index) => ({
      ...plainNode,
      kind: 'button',
      key: `s${place}.${index}`,
      id: button.id,
      text: button.text,
      clickable: true,
    })),
  }
}
