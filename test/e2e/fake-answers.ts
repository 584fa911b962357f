// What the fake hub answers: every method of the protocol out of its made-up world. A failed scene refuses every question,
// a loading one answers none.
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Receipt } from '#shared/domain/device.ts'
import { nightId } from '#shared/domain/ids.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import type { Settings } from '#shared/protocol/shapes.ts'
import { appAnswers } from './fake-apps.ts'
import { avdAnswers } from './fake-avd.ts'
import { dropAnswers } from './fake-drop.ts'
import { pairingAnswers } from './fake-pairing.ts'
import { recordAnswers } from './fake-record.ts'
import { stageAnswers } from './fake-stage.ts'
import type { World } from './fake-world.ts'
import { elements } from './made-up-devices.ts'
import type { Made } from './made-up-findings.ts'
import { dropped, missionsOf, runningId, screenMap, step } from './made-up-nights.ts'

export function answersOf(world: World): Handlers {
  const all = { ...callsOf(world), ...watchesOf(world) } as unknown as Record<
    string,
    (params: unknown, ...rest: readonly unknown[]) => Promise<unknown>
  >
  const guarded = Object.fromEntries(
    Object.entries(all).map(([method, handler]) => [
      method,
      async (params: unknown, ...rest: readonly unknown[]) => {
        world.calls.push({ method, params })
        if (world.scene === 'loading') await new Promise(() => {})
        if (world.scene === 'failed')
          throw new Refusal('failed', 'The home cannot be read: its database was written by a newer Nocturne.', {
            hint: 'Start the newer version, or move the home away.',
          })
        return handler(params, ...rest)
      },
    ]),
  )
  return guarded as unknown as Handlers
}

function callsOf(world: World): Omit<Handlers, 'devices' | 'nights' | 'night' | 'inbox' | 'still'> {
  const changeFinding = (id: string, change: (one: Made) => void): void => {
    change(world.one(id))
    world.changed()
  }
  return {
    'devices.list': async () => ({ devices: world.devices.value, missing: [] }),
    'hub.fileAbout': () => Promise.reject(new Refusal('unsupported', 'The made-up hub serves its files by HTTP.')),
    'hub.file': () => Promise.reject(new Refusal('unsupported', 'The made-up hub serves its files by HTTP.')),
    'devices.check': async ({ device: id }) => ({ id, checks: [] }),
    'devices.observe': async ({ device: id }) => ({
      screen: isDark(world, id) ? 'Larder by night' : 'Larder',
      foreground: { package: 'dev.example.larder', activity: null, overlay: null },
      focus: null,
      keyboard: { shown: false, bounds: null },
      generation: 1,
      ...(world.scene === 'partial'
        ? { tree: null, tree_missing: 'The list of elements could not be read: the screen never rests.' }
        : { tree: elements, tree_missing: null }),
      picture: null,
    }),
    ...appAnswers(),
    ...recordAnswers(world),
    'device.takeControl': async ({ device: id }) => {
      if (world.controlRefusal !== null) throw new Refusal('busy', world.controlRefusal)
      world.setDevice(id, one => ({ ...one, control: { kind: 'person', name: 'you', yours: true } }))
      return { generation: 1 }
    },
    'device.handBack': async ({ device: id }) => {
      world.setDevice(id, one => ({ ...one, control: null }))
      return {}
    },
    'device.input': async () => inputReceipt(world),
    ...stageAnswers(world),
    ...pairingAnswers(),
    'device.install': async () => ({
      package: 'dev.example.larder',
      label: 'Larder',
      versionName: '3.1.0',
      versionCode: 57,
    }),
    ...avdAnswers(world),
    ...dropAnswers(world),
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
      world.nights.update(nights => [world.line().night, ...nights.filter(night => night.id !== runningId)])
      return { id: nightId(runningId), ids: [nightId(runningId)] }
    },
    'night.stop': async () => {
      world.nights.update(nights =>
        nights.map(night => ({
          ...night,
          running: false,
          ended: night.ended ?? '2026-11-30T22:07:00.000Z',
          ended_by: night.ended_by ?? ('stopped' as const),
        })),
      )
      world.progress.update(line => ({ ...line, phase: 'ended', doing: 'Stopped by a person.', left_ms: 0 }))
      return {}
    },
    'night.list': async () => ({ nights: world.nights.value }),
    'night.show': async ({ id }) => {
      const line = world.nights.value.find(night => night.id === id)
      if (line === undefined) throw new Refusal('bad-value', `There is no night ${id}.`, { where: 'id' })
      const { app_label: _label, seed: _seed, findings: _findings, running: _running, ...night } = line
      return {
        night: { ...night, missions: missionsOf(line) },
        findings: world.findings.value.slice(0, 7).map(one => one.row),
        inbox: null,
      }
    },
    'night.steps': async ({ from, limit }) => {
      const total = world.scene === 'many' ? 60_000 : 1842
      return {
        total,
        steps: Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, index) => step(from + index)),
      }
    },
    'night.dropped': async () => ({ dropped }),
    'findings.list': async () => ({ findings: world.findings.value.map(one => one.row) }),
    'findings.show': async ({ id }) => world.one(id).row,
    'findings.page': async ({ id }) => {
      const { row, page, until, reason, of, history } = world.one(id)
      const whole = { ...page, finding: row, until, reason, of, history }
      return world.scene === 'partial'
        ? { ...whole, pictures: [], steps: page.steps.map(one => ({ ...one, picture: null })), log: null, flow: null }
        : whole
    },
    'findings.flow': async ({ id }) => ({ file: '', text: world.one(id).page.flow?.text ?? '' }),
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
      return world.one(id).row
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

function watchesOf(world: World): Pick<Handlers, 'devices' | 'nights' | 'night' | 'inbox' | 'still'> {
  return {
    devices: async () =>
      mapped(world.devices, all => ({ devices: all, missing: world.scene === 'partial' ? missing : [] })),
    nights: async () => mapped(world.nights, all => ({ nights: all })),
    night: async () => world.progress,
    inbox: async () => mapped(world.findings, () => world.inbox()),
    still: async ({ device: id }) => {
      const tile = world.devices.value.find(one => one.id === id)
      if (tile?.kind === 'tv')
        return new LiveValue({
          url: null,
          generation: 0,
          width: 1920,
          height: 1080,
          words: 'This TV lets nobody take pictures of what plays now.',
        })
      const wasDark = isDark(world, id)
      const still = (dark: boolean) => ({
        url: `/still/${encodeURIComponent(id)}/${id === 'demo-phone' ? 'item' : 'shelf'}${dark ? '-dark' : ''}-1.jpg`,
        generation: dark ? 2 : 1,
        width: 1080,
        height: 2400,
        words: '',
      })
      return mapped(world.devices, all => still(all.find(one => one.id === id)?.settings?.dark.value ?? wasDark))
    },
  }
}

const isDark = (world: World, id: string): boolean =>
  world.devices.value.find(one => one.id === id)?.settings?.dark.value === true

function inputReceipt(world: World): Receipt {
  if (world.inputRefusal !== null) {
    const refusal = new Refusal('failed', world.inputRefusal).toData()
    return { sent: false, reached: false, changed: null, words: world.inputRefusal, refusal }
  }
  const words = world.isDeaf ? 'sent, nothing changed. It may be no control.' : 'landed, screen changed in 84 ms'
  return { sent: true, reached: true, changed: !world.isDeaf, words, refusal: null }
}

const missing = [{ platform: 'android', words: 'adb is not installed.' }]
const settings: Settings = { storage_limit_bytes: 2_000_000_000, findings_per_night: 5, theme: 'system' }

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
