// A tiny phone with a tiny app (a list of plants and a form), for tests of flows: no engine, no time, a bug of choice.
import { LiveValue } from '#shared/base/live.ts'
import type { AppEvent, DeviceModel, Observation } from '#shared/domain/device.ts'
import type { ElementTree } from '#shared/domain/element.ts'
import { containsPoint } from '#shared/domain/geometry.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceInput, Touches } from '#shared/domain/input.ts'
import type { Device, Grant } from '#main/device/device.ts'
import { playFlow } from '#main/explore/flows/result.ts'
import { canEverything } from '../builders/capabilities.ts'
import { elementTree, type GivenElement } from '../builders/element-tree.ts'

export const app = 'dev.example.plants'
const size = { width: 1000, height: 2000 }
type Bug = 'none' | 'crash' | 'loss' | 'dead'
/** Home with rows, a form, an editor; a bug of choice. */
export class TinyPhone {
  bug: Bug
  now = 0
  number = 0
  screen: 'off' | 'home' | 'form' | 'launcher' = 'launcher'
  back: 'home' | 'form' = 'home'
  name = ''
  focused = false
  keyboard = false
  landscape = false
  scrolled = false
  plants = ['Fern', 'Cactus']
  readonly events: AppEvent[] = []
  readonly inputs: DeviceInput[] = []

  constructor(bug: Bug) {
    this.bug = bug
  }

  tree(): ElementTree {
    return elementTree(this.view(), { className: 'android.widget.TextView', package: app })
  }

  view(): readonly GivenElement[] {
    if (this.screen === 'launcher' || this.screen === 'off')
      return [{ text: 'Plants', package: 'dev.example.launcher', at: [0, 100, 200, 300], clickable: true }]
    if (this.screen === 'home') {
      const shift = this.scrolled ? -900 : 0
      const rows = this.plants.map((text, at): GivenElement => ({
        id: `${app}:id/row`,
        className: 'Row',
        clickable: true,
        at: [0, 200 + at * 200 + shift, 1000, 380 + at * 200 + shift],
        inside: [{ text, at: [50, 220 + at * 200 + shift, 500, 360 + at * 200 + shift] }],
      }))
      const visible = rows.filter(row => (row.at?.[1] ?? 0) >= 0)
      const more: GivenElement[] = this.scrolled
        ? [{ id: `${app}:id/about`, text: 'About', clickable: true, at: [0, 1500, 500, 1600] }]
        : []
      return [
        { id: `${app}:id/title`, text: 'My plants', at: [0, 0, 1000, 100] },
        ...visible,
        ...more,
        {
          id: `${app}:id/add`,
          desc: 'Add plant',
          className: 'android.widget.ImageButton',
          clickable: true,
          at: [800, 1700, 950, 1850],
        },
      ]
    }
    return [
      { id: `${app}:id/title`, text: 'Add plant', at: [0, 0, 1000, 100] },
      {
        id: `${app}:id/name`,
        className: 'android.widget.EditText',
        hint: 'Name',
        text: this.name === '' ? 'Name' : this.name,
        clickable: true,
        focused: this.focused,
        at: [0, 200, 1000, 300],
      },
      {
        id: `${app}:id/save`,
        className: 'android.widget.Button',
        text: 'Save',
        clickable: true,
        enabled: this.name !== '',
        at: [0, 400, 1000, 500],
      },
    ]
  }

  look(): Observation {
    this.number += 1
    const tree = this.tree()
    const id = JSON.stringify(tree.nodes)
    const front = this.screen === 'home' || this.screen === 'form' ? app : 'dev.example.launcher'
    return {
      number: this.number,
      at: this.now,
      generation: this.landscape ? 2 : 1,
      size,
      densityDpi: 420,
      orientation: this.landscape ? 'landscape' : 'portrait',
      foreground: { package: front, activity: null, overlay: null },
      keyboard: { shown: this.keyboard, bounds: null },
      tree,
      treeMissing: null,
      picture: {
        id,
        pixels: async () => ({ width: 1, height: 1, scale: 1, data: new Uint8Array([id.length % 256, 0, 0, 255]) }),
      },
      secure: false,
    }
  }

  input(input: DeviceInput): void {
    this.inputs.push(input)
    if (input.kind === 'tap') this.tap(input.at.x, input.at.y)
    if (input.kind === 'text' && this.focused) this.name += input.text
    if (input.kind === 'clear') this.name = ''
    if (input.kind === 'hide_keyboard') this.keyboard = false
    if (input.kind === 'swipe') this.scrolled = input.from.y > input.to.y
    if (input.kind === 'turn') {
      this.landscape = input.to === 'landscape'
      if (this.bug === 'loss') this.name = ''
    }
    if (input.kind === 'key' && input.key === 'Home') {
      this.back = this.screen === 'form' ? 'form' : 'home'
      this.screen = 'launcher'
    }
    if (input.kind === 'key' && input.key === 'Back') {
      if (this.keyboard) this.keyboard = false
      else this.screen = this.screen === 'form' ? 'home' : 'launcher'
    }
  }

  tap(x: number, y: number): void {
    const hit = this.tree().nodes.findLast(node => node.clickable && containsPoint(node.bounds, x, y))
    const id = hit?.id.split('/')[1]
    if (id === 'add' && this.bug !== 'dead') {
      this.screen = 'form'
      this.name = ''
    }
    if (id === 'name') this.focused = this.keyboard = true
    if (id !== 'save' || this.name === '') return
    this.focused = this.keyboard = false
    if (this.bug === 'crash' && this.name.includes('🌱')) {
      this.screen = 'launcher'
      this.events.push({
        kind: 'crash',
        at: this.now,
        process: app,
        pid: 7,
        type: 'java.lang.IllegalArgumentException',
        message: 'bad name',
        frames: [],
        excerpt: '',
      })
    } else {
      this.plants.push(this.name)
      this.screen = 'home'
    }
  }

  device(): Device {
    const can = { yes: true } as const
    const never = (): never => {
      throw new Error('not part of this phone')
    }
    const model: DeviceModel = {
      id: deviceId('tiny'),
      name: 'Tiny phone',
      platform: 'demo',
      kind: 'phone',
      surface: 'touch',
      runtime: 'Tiny 1',
      size,
      densityDpi: 420,
      apiLevel: 33,
    }
    return {
      model,
      caps: canEverything,
      state: new LiveValue({
        power: { is: 'on' as const, asleep: false },
        settings: null,
        generation: 1,
        control: null,
        busy: null,
        turn: 'upright' as const,
        posture: null,
        overrides: null,
      }),
      shell: null,
      clock: { now: () => this.now, wait: async ms => void (this.now += ms) },
      supports: () => can,
      observe: async () => this.look(),
      still: async () => this.look().picture,
      stream: {
        state: new LiveValue({ path: null, encoder: null, size: null, words: null, hint: null, stalls: 0 }),
        shown: new LiveValue(1),
        view: never,
        tap: never,
        keyFrame: () => undefined,
        reopen: () => undefined,
      },
      woke: async () => undefined,
      answered: (_request, _asked, work) => work(),
      takeControl: never,
      whenFree: async () => undefined,
      inputsSince: () => [],
      touches: new LiveValue<Touches>({ number: 0, generation: 1, contacts: [], by: null }),
      watched: () => ({ [Symbol.dispose]: () => undefined }),
      watchCopied: async () => undefined,
      input: async (_grant, input) => {
        this.input(input)
        return { sent: true, reached: true, changed: null, words: 'sent', refusal: null }
      },
      install: never,
      judge: never,
      installDropped: never,
      apps: async () => [],
      launch: async () => void (this.screen = 'home'),
      resume: async () => void (this.screen = this.back),
      forceStop: async () => void (this.screen = 'launcher'),
      kill: async () => true,
      clearData: async () => void (this.plants = ['Fern', 'Cactus']),
      openLink: async () => undefined,
      permission: async () => undefined,
      uninstall: never,
      toDownloads: never,
      followLog: never,
      control: async () => undefined,
      logMark: async () => String(this.events.length),
      events: async mark => ({ events: this.events.slice(Number(mark)), mark: String(this.events.length) }),
      [Symbol.asyncDispose]: async () => undefined,
    }
  }
}

export const signal = new AbortController().signal
export const grant: Grant = {
  owner: { kind: 'night', name: 'test' },
  generation: 1,
  lost: signal,
  [Symbol.asyncDispose]: async () => undefined,
}

export const flowOf = (body: string): string => `appId: ${app}\n---\n${body}`

export const fail = (path: string): never => {
  throw new Error(`no file ${path}`)
}

export function playOn(
  phone: TinyPhone,
  text: string,
  more: Partial<Parameters<typeof playFlow>[3]> = {},
  files: Readonly<Record<string, string>> = {},
): ReturnType<typeof playFlow> {
  const source = { text, file: 'flow.yaml', readFile: (path: string) => files[path] ?? fail(path) }
  return playFlow(phone.device(), grant, source, more, signal)
}
