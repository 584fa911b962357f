// The double's `screencap` and `uiautomator`: what the phone shows, in the bytes and words of Android 13.
import sharp from 'sharp'
import type { Element, ElementTree } from '#shared/domain/element.ts'
import type { Handset } from './handset.ts'
import { said, type Said } from './shell.ts'

const warning =
  '[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found, however this default is not guaranteed to be consistent across captures.\n'

export async function screencap(handset: Handset, args: readonly string[]): Promise<Said> {
  const picture = handset.picture()
  const { width, height, bytes } = picture
  const front = handset.faults.displaysWarning ? Buffer.from(warning) : Buffer.alloc(0)
  if (args.includes('-p')) {
    picture.png ??= sharp(bytes, { raw: { width, height, channels: 4 } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    return said(Buffer.concat([front, await picture.png]))
  }
  if (handset.faults.noRaw) return said('', 'screencap: raw output is not supported\n', 1)
  const header = Buffer.alloc(16)
  header.writeUInt32LE(width, 0)
  header.writeUInt32LE(height, 4)
  header.writeUInt32LE(1, 8)
  return said(Buffer.concat([front, header, bytes]))
}

export function uiautomator(handset: Handset, args: readonly string[]): Said {
  if (args[0] !== 'dump') return said('Usage: uiautomator <subcommand> [options]\n', '', 1)
  const fault = handset.faults.dump
  const path = args.slice(1).find(arg => !arg.startsWith('--')) ?? '/sdcard/window_dump.xml'
  const toTty = path === '/dev/tty'
  const hints = handset.options.apiLevel >= hintsFrom
  if (fault !== null && fault.times > 0 && (fault.how !== 'no-tty' || toTty)) {
    fault.times -= 1
    switch (fault.how) {
      case 'not-idle':
        return said('', 'ERROR: could not get idle state.\n')
      case 'no-root':
        return said('', 'ERROR: null root node returned by UiTestAutomationBridge.\n')
      case 'killed':
        return said('Killed \n', '', 137)
      case 'no-tty':
        return said('')
      case 'half': {
        const whole = xmlOf(turnedAs(handset, handset.phone.peek().tree), hints)
        return toTty
          ? said(whole.slice(0, Math.floor(whole.length / 2)))
          : put(handset, path, whole.slice(0, Math.floor(whole.length / 2)))
      }
    }
  }
  const { tree, foreground } = handset.phone.peek()
  // An app that draws nothing (a splash, a blank screen) still has a window: a hierarchy with nothing in it.
  const hasWindow = handset.phone.packages().some(app => app.package === foreground.package)
  if (tree.nodes.length === 0 && !hasWindow)
    return said('', 'ERROR: null root node returned by UiTestAutomationBridge.\n')
  const xml = xmlOf(turnedAs(handset, tree), hints)
  return toTty ? said(`${xml}UI hierchary dumped to: /dev/tty\n`) : put(handset, path, xml)
}

const turnedAs = (handset: Handset, tree: ElementTree): ElementTree => ({ ...tree, rotation: handset.rotation })

function put(handset: Handset, path: string, xml: string): Said {
  handset.files.set(path, Buffer.from(xml))
  return said(`UI hierchary dumped to: ${path}\n`)
}

/** Before, an empty field's hint is told as its text only. */
const hintsFrom = 36

/** The form of AccessibilityNodeInfoDumper: one line, `index` counted among siblings, NAF on what has no name. */
function xmlOf(tree: ElementTree, hints: boolean): string {
  const { nodes } = tree
  const children = new Map<number | null, Element[]>()
  for (const node of nodes) children.set(node.parent, [...(children.get(node.parent) ?? []), node])
  const write = (node: Element, at: number): string => {
    const inner = (children.get(node.index) ?? []).map(write).join('')
    const tag = `<node${attributes(node, at, hints)}`
    return inner === '' ? `${tag} />` : `${tag}>${inner}</node>`
  }
  const body = (children.get(null) ?? []).map(write).join('')
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${tree.rotation}">${body}</hierarchy>`
}

function attributes(node: Element, at: number, hints: boolean): string {
  const { left, top, right, bottom } = node.bounds
  const hasNoName = node.clickable && node.enabled && node.text === '' && node.desc === ''
  const pairs: readonly (readonly [string, string | number | boolean])[] = [
    ...(hasNoName ? [['NAF', true] as const] : []),
    ['index', at],
    ['text', node.text],
    ['resource-id', node.id],
    ['class', node.className],
    ['package', node.package],
    ['content-desc', node.desc],
    ['checkable', node.checkable],
    ['checked', node.checked],
    ['clickable', node.clickable],
    ['enabled', node.enabled],
    ['focusable', node.focusable],
    ['focused', node.focused],
    ['scrollable', node.scrollable],
    ['long-clickable', node.longClickable],
    ['password', node.password],
    ['selected', node.selected],
    ...(hints ? [['hint', node.hint] as const] : []),
    ['bounds', `[${left},${top}][${right},${bottom}]`],
  ]
  return pairs.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join('')
}

/** Entities as the serializer writes them: what lies above the basic plane as a number, what XML forbids as a dot. */
const escaped = (text: string): string =>
  text
    .replaceAll(/(?![\n\r\t])\p{Cc}|[\ufffe\uffff]/gu, '.')
    .replaceAll(/[&<>"\n\t]|[\u{10000}-\u{10ffff}]/gu, char => {
      switch (char) {
        case '&':
          return '&amp;'
        case '<':
          return '&lt;'
        case '>':
          return '&gt;'
        case '"':
          return '&quot;'
        default:
          return `&#${char.codePointAt(0) ?? 46};`
      }
    })
