// A hub for the window's tests: the real protocol host over a real WebSocket, with made-up nights behind it. It can be
// told to be empty, to fail, to be slow, to hold ten thousand rows, to go away and to come back.
import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { WebSocketServer } from 'ws'
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { findingId, nightId } from '#shared/domain/ids.ts'
import { host } from '#shared/protocol/host.ts'
import type { Asking, Handlers } from '#shared/protocol/host.ts'
import type { DeviceTile, Inbox, NightLine, NightProgressLine, Settings } from '#shared/protocol/shapes.ts'
import { webSocketLink } from '#main/sys/links.ts'
import { drawScreen, screenNames } from './drawn-screens.ts'
import { device, devices, dropped, findings, nightLine, rowOf, screenMap, step } from './made-up.ts'
import type { Made } from './made-up.ts'

export type Scene =
  /** Three new, four open, one put off, decided ones, two dropped. */
  | 'morning'
  /** A night, nothing in the inbox. */
  | 'quiet'
  /** Nothing was ever run. */
  | 'first'
  /** A night is running. */
  | 'night'
  /** Ten thousand findings, five hundred nights, sixty thousand steps. */
  | 'many'
  /** Every question is refused. */
  | 'failed'
  /** Nothing is ever answered. */
  | 'loading'
  /** Pictures, trees and logs are missing. */
  | 'partial'

export interface FakeHub extends AsyncDisposable {
  readonly url: string
  /** Every call, in order, with what was asked. */
  readonly calls: readonly { readonly method: string; readonly params: unknown }[]
  /** The device server stops; `comeBack` starts it at the same place. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** A running night takes `count` more steps. */
  walk(count: number): void
  /** The running night confirms a finding. */
  confirm(): void
}

const runningId = 'n-20261130-2300-cd34'
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
}
const pageFolder = join(import.meta.dirname, '..', '..', 'out', 'renderer')

export async function fakeHub(scene: Scene): Promise<FakeHub> {
  if (!existsSync(join(pageFolder, 'index.html'))) throw new Error('the window is not built: npm run build')
  const world = new World(scene)
  let served = await serve(world, 0)
  return {
    url: `http://127.0.0.1:${served.port}/`,
    calls: world.calls,
    goAway: () => served.stop(),
    comeBack: async () => {
      served = await serve(world, served.port)
    },
    walk: count => world.walk(count),
    confirm: () => world.confirm(),
    [Symbol.asyncDispose]: async () => {
      await served.stop()
    },
  }
}

async function serve(world: World, port: number): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) =>
    answer(new URL(request.url ?? '/', 'http://x').pathname, response),
  )
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, ws => void host(webSocketLink(ws), world.handlers(), { admit: null }))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise(resolve => {
        for (const socket of sockets.clients) socket.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const drawn = new Map<string, Buffer>()

function answer(path: string, response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', policy)
  const picture = /^\/(?:artifact|still\/[^/]+)\/(\w+?)(-dark)?(?:-\d+)?\.jpg$/u.exec(path)
  const name = screenNames.find(one => one === picture?.[1])
  if (name !== undefined) {
    const key = `${name}${picture?.[2] ?? ''}`
    const bytes = drawn.get(key) ?? drawScreen(name, picture?.[2] !== undefined)
    drawn.set(key, bytes)
    response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Cache-Control': 'max-age=60' }).end(bytes)
    return
  }
  const file = join(pageFolder, path === '/' ? 'index.html' : path)
  if (!file.startsWith(pageFolder) || !existsSync(file)) {
    response.writeHead(404).end('gone')
    return
  }
  response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file))
}

class World {
  readonly calls: { method: string; params: unknown }[] = []
  readonly #scene: Scene
  readonly #devices: LiveValue<readonly DeviceTile[]>
  readonly #findings: LiveValue<readonly Made[]>
  readonly #nights: LiveValue<readonly NightLine[]>
  readonly #progress: LiveValue<NightProgressLine>
  #steps = 212

  constructor(scene: Scene) {
    this.#scene = scene
    const isFirst = scene === 'first'
    this.#devices = new LiveValue<readonly DeviceTile[]>(
      isFirst ? devices().filter(one => one.platform === 'demo') : scene === 'night' ? occupied(devices()) : devices(),
    )
    this.#findings = new LiveValue<readonly Made[]>(
      isFirst ? [] : scene === 'quiet' ? [] : scene === 'many' ? many() : findings(),
    )
    this.#nights = new LiveValue<readonly NightLine[]>(isFirst ? [] : nightsOf(scene))
    this.#progress = new LiveValue(this.#line())
  }

  walk(count: number): void {
    this.#steps += count
    this.#progress.set(this.#line())
  }

  confirm(): void {
    this.#progress.update(line => ({
      ...line,
      confirmed: line.confirmed + 1,
      findings: findings()
        .slice(0, line.confirmed + 1)
        .map(rowOf),
    }))
  }

  #line(): NightProgressLine {
    const last = Array.from({ length: Math.min(12, this.#steps) }, (_, index) => step(this.#steps - 12 + index))
    return {
      night: nightLine({
        id: nightId(runningId),
        started: '2026-11-30T22:00:00.000Z',
        ended: null,
        ended_by: null,
        steps: this.#steps,
        screens: 23,
        new_screens: 2,
        not_reproduced: 1,
        findings: 2,
        running: true,
      }),
      phase: 'exploring',
      doing: 'Exploring: 3 controls on this screen were never tried',
      fraction: Math.min(1, this.#steps / 400),
      left_ms: Math.max(0, 400 - this.#steps) * 2000,
      candidates: 5,
      confirmed: 2,
      mission: {
        card: 'Add something, edit it, take one',
        device: device({ id: 'demo-phone' as DeviceTile['id'], name: 'Demo phone' }).id,
        device_name: 'Demo phone',
        condition: 'dark',
        step: this.#steps % 200,
        of: 200,
        n: 2,
      },
      now: last.at(-1) ?? null,
      last,
      findings: findings().slice(0, 2).map(rowOf),
      refusal: null,
    }
  }

  #inbox(): Inbox {
    const rank = (one: Made): number => (isFresh(one) ? 0 : 1)
    const all = this.#findings.value.toSorted((a, b) => rank(a) - rank(b))
    const open = all.filter(one => isOpen(one))
    const night = this.#nights.value.find(one => one.ended !== null)
    return {
      rows: all.map(rowOf),
      counts: {
        fresh: all.filter(isFresh).length,
        open: open.filter(one => one.row.shown).length,
        also_confirmed: open.filter(one => !one.row.shown).length,
        snoozed: all.filter(one => one.row.status === 'snoozed').length,
        declined: all.filter(one => one.row.status === 'declined').length,
        accepted: all.filter(one => one.row.status === 'accepted').length,
      },
      last_night:
        night === undefined
          ? null
          : {
              night,
              words:
                this.#scene === 'quiet'
                  ? '8 h on 2 devices, 1 842 steps, 23 screens, nothing that held up. 2 candidates did not reproduce.'
                  : '8 h on 2 devices, 1 842 steps, 23 screens, 7 findings. 2 candidates did not reproduce.',
              dropped,
            },
    }
  }

  #one(id: string): Made {
    const one = this.#findings.value.find(made => made.row.id === id)
    if (one === undefined) throw new Refusal('bad-value', `There is no finding ${id}.`, { where: 'id' })
    return one
  }

  #changed(): void {
    this.#findings.set([...this.#findings.value])
  }

  #setDevice(id: string, change: (device: DeviceTile) => DeviceTile): void {
    this.#devices.update(all => all.map(one => (one.id === id ? change(one) : one)))
  }

  handlers(): Handlers {
    const all = { ...this.#calls(), ...this.#watches() } as unknown as Record<
      string,
      (params: unknown, asking: Asking) => Promise<unknown>
    >
    const guarded = Object.fromEntries(
      Object.entries(all).map(([method, handler]) => [
        method,
        async (params: unknown, asking: Asking) => {
          this.calls.push({ method, params })
          if (this.#scene === 'loading') await new Promise(() => {})
          if (this.#scene === 'failed')
            throw new Refusal('failed', 'The home cannot be read: its database was written by a newer Nocturne.', {
              hint: 'Start the newer version, or move the home away.',
            })
          return handler(params, asking)
        },
      ]),
    )
    return guarded as unknown as Handlers
  }

  #calls(): Omit<Handlers, 'devices' | 'nights' | 'night' | 'inbox' | 'still'> {
    const changeFinding = (id: string, change: (one: Made) => void): void => {
      change(this.#one(id))
      this.#changed()
    }
    return {
      'devices.list': async () => ({ devices: this.#devices.value, missing: [] }),
      'devices.check': async ({ device: id }) => ({ id, checks: [] }),
      'devices.observe': async () => ({
        screen: 'Larder',
        foreground: { package: 'dev.example.larder', activity: null, overlay: null },
        focus: null,
        keyboard: { shown: false, bounds: null },
        generation: 1,
        ...(this.#scene === 'partial'
          ? { tree: null, tree_missing: 'The list of elements could not be read: the screen never rests.' }
          : { tree: elements, tree_missing: null }),
        picture: null,
      }),
      'device.apps': async () => ({
        apps: [{ package: 'dev.example.larder', label: 'Larder', versionName: '3.1.0', versionCode: 57 }],
      }),
      'device.takeControl': async ({ device: id }) => {
        this.#setDevice(id, one => ({ ...one, control: { kind: 'person', name: 'you', yours: true } }))
        return { generation: 1 }
      },
      'device.handBack': async ({ device: id }) => {
        this.#setDevice(id, one => ({ ...one, control: null }))
        return {}
      },
      'device.input': async () => ({
        sent: true,
        reached: true,
        changed: true,
        words: 'landed, screen changed in 84 ms',
        refusal: null,
      }),
      'device.control': async ({ device: id, control }) => {
        this.#setDevice(id, one =>
          one.settings === null
            ? one
            : { ...one, settings: { ...one.settings, [control.set]: { value: control.to, by: 'person' } } },
        )
        return {}
      },
      'device.install': async () => ({
        package: 'dev.example.larder',
        label: 'Larder',
        versionName: '3.1.0',
        versionCode: 57,
      }),
      'device.stills': async () => {},
      'apps.list': async () => ({
        apps: [{ label: 'Larder', kind: 'demo', id: 'larder', version: '3.1.0 (57)', words: 'A demo app.' }],
      }),
      'night.start': async ({ job }) => {
        if (job.from === 'file')
          throw new Refusal('bad-value', 'Unknown key "minuets". Did you mean "minutes"?', {
            where: `${job.path}:4`,
            hint: 'Correct the line and start again.',
          })
        this.#nights.update(nights => [this.#line().night, ...nights.filter(night => night.id !== runningId)])
        return { id: nightId(runningId), ids: [nightId(runningId)] }
      },
      'night.stop': async () => {
        this.#nights.update(nights =>
          nights.map(night => ({
            ...night,
            running: false,
            ended: night.ended ?? '2026-11-30T22:07:00.000Z',
            ended_by: night.ended_by ?? ('stopped' as const),
          })),
        )
        this.#progress.update(line => ({ ...line, phase: 'ended', doing: 'Stopped by a person.', left_ms: 0 }))
        return {}
      },
      'night.list': async () => ({ nights: this.#nights.value }),
      'night.show': async ({ id }) => {
        const line = this.#nights.value.find(night => night.id === id)
        if (line === undefined) throw new Refusal('bad-value', `There is no night ${id}.`, { where: 'id' })
        const { app_label: _label, seed: _seed, findings: _findings, running: _running, ...night } = line
        return {
          night: { ...night, missions: missionsOf(line) },
          findings: this.#findings.value.slice(0, 7).map(one => one.row),
          inbox: null,
        }
      },
      'night.steps': async ({ from, limit }) => {
        const total = this.#scene === 'many' ? 60_000 : 1842
        return {
          total,
          steps: Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, index) => step(from + index)),
        }
      },
      'night.dropped': async () => ({ dropped }),
      'findings.list': async () => ({ findings: this.#findings.value.map(one => one.row) }),
      'findings.show': async ({ id }) => this.#one(id).row,
      'findings.page': async ({ id }) => {
        const { row, page, until, reason, of, history } = this.#one(id)
        const whole = { ...page, finding: row, until, reason, of, history }
        return this.#scene === 'partial'
          ? { ...whole, pictures: [], steps: page.steps.map(one => ({ ...one, picture: null })), log: null, flow: null }
          : whole
      },
      'findings.flow': async ({ id }) => ({ file: '', text: this.#one(id).page.flow?.text ?? '' }),
      'findings.triage': async ({ id, do: what, reason, of, until }) => {
        changeFinding(id, one => {
          if (what === 'undo') {
            const before = one.before.pop()
            if (before === undefined) throw new Refusal('failed', 'There is nothing to take back.')
            Object.assign(one, { row: { ...one.row, ...before }, until: null, reason: null, of: null })
            return
          }
          one.before.push({ status: one.row.status, shown: one.row.shown })
          const status = {
            accept: 'accepted',
            duplicate: 'duplicate',
            decline: 'declined',
            snooze: 'snoozed',
            restore: 'seen',
          } as const
          Object.assign(one, {
            row: { ...one.row, status: status[what] },
            until: what === 'snooze' ? (until ?? '2026-12-07T07:00:00.000Z') : null,
            reason,
            of,
          })
          one.history.push({
            at: '2026-11-30T07:30:00.000Z',
            words: what === 'decline' ? `Declined: ${reason ?? ''}` : status[what],
          })
        })
        return this.#one(id).row
      },
      'finding.replay': async ({ id }) => {
        await new Promise(resolve => setTimeout(resolve, 400))
        return { id, reproduced: '2/2', words: 'The app closed both times.' }
      },
      'flow.run': async () => ({
        file: 'flow.yaml',
        result: 'reproduced',
        step: 4,
        line: 8,
        words: 'Every step passed and the last assertion failed: the app is gone.',
      }),
      'map.show': async () => screenMap(),
      'hub.window': async () => ({ url: null }),
      'settings.get': async () => settings,
      'settings.set': async ({ theme, storage_limit_bytes: limit, findings_per_night: shown }) => ({
        theme: theme ?? settings.theme,
        storage_limit_bytes: limit ?? settings.storage_limit_bytes,
        findings_per_night: shown ?? settings.findings_per_night,
      }),
      doctor: async () => ({
        checks: [
          { what: 'Node', ok: true, optional: false, found: '24.21.0', do: null },
          {
            what: 'Home',
            ok: true,
            optional: false,
            found: '~/.local/share/nocturne, 412 MB of 2000 MB used',
            do: null,
          },
          { what: 'adb', ok: true, optional: true, found: '35.0.2', do: null },
          {
            what: 'ffmpeg',
            ok: false,
            optional: true,
            found: 'not found (needed for clips)',
            do: 'Debian: apt-get install ffmpeg. macOS: brew install ffmpeg.',
          },
        ],
      }),
      explain: async () => ({ kind: '', read: null, refused: false }),
    }
  }

  #watches(): Pick<Handlers, 'devices' | 'nights' | 'night' | 'inbox' | 'still'> {
    return {
      devices: async () =>
        mapped(this.#devices, all => ({ devices: all, missing: this.#scene === 'partial' ? missing : [] })),
      nights: async () => mapped(this.#nights, all => ({ nights: all })),
      night: async () => this.#progress,
      inbox: async () => mapped(this.#findings, () => this.#inbox()),
      still: async ({ device: id }) => {
        const tile = this.#devices.value.find(one => one.id === id)
        if (tile?.kind === 'tv')
          return new LiveValue({
            url: null,
            generation: 0,
            width: 1920,
            height: 1080,
            words: 'This TV lets nobody take pictures of what plays now.',
          })
        const isDark = tile?.settings?.dark.value === true
        const still = (dark: boolean) => ({
          url: `/still/${encodeURIComponent(id)}/${id === 'demo-phone' ? 'item' : 'shelf'}${dark ? '-dark' : ''}-1.jpg`,
          generation: dark ? 2 : 1,
          width: 1080,
          height: 2400,
          words: '',
        })
        return mapped(this.#devices, all => still(all.find(one => one.id === id)?.settings?.dark.value ?? isDark))
      },
    }
  }
}

const missing = [{ platform: 'android', words: 'adb is not installed.' }]
const settings: Settings = { storage_limit_bytes: 2_000_000_000, findings_per_night: 5, theme: 'system' }

const isOpen = ({ row }: Made): boolean => ['new', 'seen', 'regressed', 'crash_log'].includes(row.status)
const isFresh = ({ row }: Made): boolean => row.shown && (row.status === 'new' || row.status === 'regressed')

/** A Live whose value is made from another's; the same object until that one changes. */
function mapped<A, B>(from: Live<A>, make: (value: A) => B): Live<B> {
  let seen = from.value
  let value = make(seen)
  return {
    get value() {
      if (!Object.is(seen, from.value)) {
        seen = from.value
        value = make(seen)
      }
      return value
    },
    subscribe: listener => from.subscribe(() => listener(make(from.value))),
  }
}

function occupied(all: readonly DeviceTile[]): readonly DeviceTile[] {
  return all.map(one =>
    one.platform === 'demo' ? { ...one, control: { kind: 'night', name: 'night of 30 November', yours: false } } : one,
  )
}

function nightsOf(scene: Scene): readonly NightLine[] {
  const earlier = Array.from({ length: scene === 'many' ? 500 : 6 }, (_, index) => {
    const started = new Date(Date.parse('2026-11-29T22:00:00.000Z') - index * 86_400_000)
    return nightLine({
      id: nightId(index === 0 ? 'n-20261129-2300-ab12' : `n-early-${index}`),
      started: started.toISOString(),
      ended: new Date(started.getTime() + 8 * 3_600_000 - index * 1_200_000).toISOString(),
      ended_by: index === 2 ? 'device' : index === 4 ? 'stopped' : 'time',
      steps: 1842 - index * 37,
      build: index < 3 ? '3.1.0 (57)' : '3.0.4 (55)',
      findings: scene === 'quiet' && index === 0 ? 0 : Math.max(0, 7 - index * 2),
      new_screens: index === 0 ? 2 : 0,
    })
  })
  if (scene !== 'night') return earlier
  return [
    nightLine({
      id: nightId(runningId),
      started: '2026-11-30T22:00:00.000Z',
      ended: null,
      ended_by: null,
      steps: 212,
      running: true,
      findings: 2,
    }),
    ...earlier,
  ]
}

function missionsOf(night: NightLine): readonly {
  card: string
  device: NightLine['devices'][number]
  condition: string | null
  steps: number
  ended_by: 'answer' | 'budget' | 'stuck'
  judged: 'met' | 'not met' | 'not judged'
  why: string | null
}[] {
  const on = night.devices[0]
  if (on === undefined) return []
  return [
    { card: 'Explore', device: on, condition: null, steps: 1200, ended_by: 'budget', judged: 'not judged', why: null },
    {
      card: 'Add something, edit it, take one',
      device: on,
      condition: 'dark',
      steps: 388,
      ended_by: 'answer',
      judged: 'met',
      why: null,
    },
    {
      card: 'Find what is out of date',
      device: on,
      condition: 'locale:de',
      steps: 254,
      ended_by: 'stuck',
      judged: 'not met',
      why: null,
    },
  ]
}

function many(): readonly Made[] {
  const kinds = findings()
  return Array.from({ length: 10_000 }, (_, index) => {
    const base = kinds[index % 7] ?? kinds[0]
    if (base === undefined) throw new Error('there are no findings')
    const id = findingId(`f-${(0x20000000 + index).toString(16)}`)
    return {
      ...base,
      history: [],
      before: [],
      row: {
        ...base.row,
        id,
        shown: true,
        status: index < 40 ? ('new' as const) : ('seen' as const),
        title: `${base.row.title} (${index + 1})`,
      },
    }
  })
}

const elements = [
  'Larder',
  'Red lentils',
  'Rolled oats',
  'Chickpeas',
  'Olive oil',
  'Black tea',
  'Plum jam',
  'Rice',
  '',
  'Shelf',
  'Recipes',
  'Shopping',
].map((text, index) => ({
  index,
  parent: null,
  class: index === 8 ? 'android.widget.ImageButton' : index > 8 ? 'android.widget.TabItem' : 'android.widget.TextView',
  id: '',
  text,
  desc: '',
  hint: '',
  bounds: { left: 60, top: 200 + index * 150, right: 1020, bottom: 330 + index * 150 },
  flags: index === 0 ? [] : index === 9 ? ['clickable', 'selected'] : ['clickable'],
}))
