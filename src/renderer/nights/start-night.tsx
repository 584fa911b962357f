// Starting a night: on a demo app, on an app that is on a device, or from a job file; how long, with which seed and
// conditions. What is refused is said where it is, with what to do.
import { Moon } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import type { Asked } from '#shared/protocol/contract.ts'
import { Conditions } from '#renderer/nights/conditions.tsx'
import { emptyDraft, jobOf } from '#renderer/nights/draft.ts'
import type { Draft } from '#renderer/nights/draft.ts'
import { go } from '#renderer/route.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { RefusalNotice } from '#renderer/ui/message.tsx'
import { useAnswer, useHub, useWatch } from '#renderer/use-hub.ts'

type Change = (change: Partial<Draft>) => void

export function StartNight({ onClose }: { readonly onClose: () => void }): ReactNode {
  const hub = useHub()
  const [draft, setDraft] = useState(emptyDraft)
  const [why, setWhy] = useState<RefusalData | null>(null)
  const change: Change = part => {
    setWhy(null)
    setDraft(now => ({ ...now, ...part }))
  }
  const start = async (): Promise<void> => {
    try {
      const asked: Asked<'night.start'> = jobOf(draft)
      const { id } = await hub.call('night.start', asked)
      onClose()
      go('nights', id)
    } catch (thrown) {
      setWhy(refusalOf(thrown).toData())
    }
  }
  return (
    <Dialog
      title="Start a night"
      wide
      onClose={onClose}
      onSubmit={() => void start()}
      end={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" icon={Moon} onPress={start}>
            Start
          </Button>
        </>
      }
    >
      <div className="fields">
        <div className="segments fields__choice" role="group" aria-label="What to explore">
          {sources.map(([from, words]) => (
            <button key={from} type="button" aria-pressed={draft.from === from} onClick={() => change({ from })}>
              {words}
            </button>
          ))}
        </div>
        {draft.from === 'demo' && <DemoApp draft={draft} change={change} />}
        {draft.from === 'installed' && <InstalledApp draft={draft} change={change} />}
        {draft.from === 'job' && <JobFile draft={draft} change={change} />}
        <Length draft={draft} change={change} />
        <Conditions
          chosen={draft.conditions}
          onChange={conditions => change({ conditions })}
          isJob={draft.from === 'job'}
        />
        {draft.from === 'demo' && (
          <label className="choice">
            <input type="checkbox" checked={draft.watch} onChange={event => change({ watch: event.target.checked })} />
            In real time, to be watched on the demo phone. Else it is many times faster.
          </label>
        )}
        {why !== null && <RefusalNotice why={why} />}
      </div>
    </Dialog>
  )
}

const sources: readonly (readonly [Draft['from'], string])[] = [
  ['demo', 'Demo app'],
  ['installed', 'App on a device'],
  ['job', 'Job file'],
]

interface PartProps {
  readonly draft: Draft
  readonly change: Change
}

function DemoApp({ draft, change }: PartProps): ReactNode {
  const apps = useAnswer('apps.list', {})
  if (apps.is === 'failed') return <RefusalNotice why={apps.why} />
  const list = apps.is === 'ready' ? apps.value.apps.filter(app => app.kind === 'demo') : []
  return (
    <label className="field">
      <span className="field__label">App</span>
      <select className="field__input" value={draft.app} onChange={event => change({ app: event.target.value })}>
        <option value="">Jotter, the demo’s own notes app</option>
        {list.map(app => (
          <option key={app.id} value={app.id}>
            {app.label} {app.version}
          </option>
        ))}
      </select>
      <span className="field__note">
        It runs on the phone that is built in, with bugs we planted. Nothing else is needed.
      </span>
    </label>
  )
}

function InstalledApp({ draft, change }: PartProps): ReactNode {
  const devices = useWatch('devices', {})
  const list = devices.is === 'ready' ? devices.value.devices : []
  const live = list.filter(device => device.state === 'live' || device.state === 'asleep')
  const device = draft.device === '' ? (live[0]?.id ?? '') : draft.device
  const apps = useAnswer('device.apps', device === '' ? null : { device })
  return (
    <div className="fields__row">
      <label className="field">
        <span className="field__label">Device</span>
        <select
          className="field__input"
          value={device}
          onChange={event => change({ device: event.target.value, app: '' })}
        >
          {list.map(one => (
            <option key={one.id} value={one.id} disabled={!live.includes(one)}>
              {one.name}
              {live.includes(one) ? '' : ` (${one.why ?? 'off'})`}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field__label">App</span>
        <input
          className="field__input"
          list="night-apps"
          placeholder="com.example.app"
          value={draft.app}
          onChange={event => change({ app: event.target.value, device })}
        />
        <datalist id="night-apps">
          {apps.is === 'ready' &&
            apps.value.apps.map(app => (
              <option key={app.package} value={app.package}>
                {app.label} {app.versionName}
              </option>
            ))}
        </datalist>
        <span className="field__note">
          {apps.is === 'failed' ? apps.why.words : 'Its data is cleared before each mission.'}
        </span>
      </label>
    </div>
  )
}

function JobFile({ draft, change }: PartProps): ReactNode {
  return (
    <>
      <label className="field">
        <span className="field__label">Where the job file lies on this computer</span>
        <input
          className="field__input"
          placeholder="The whole path of a .yaml file"
          value={draft.path}
          onChange={event => change({ path: event.target.value })}
        />
      </label>
      <label className="field">
        <span className="field__label">Or the job itself</span>
        <textarea
          className="field__input"
          spellCheck={false}
          rows={7}
          placeholder={'app: {id: com.example.app}\ndevices: [emulator-5554]\nminutes: 45'}
          value={draft.text}
          onChange={event => change({ text: event.target.value })}
        />
        <span className="field__note">It is checked before anything starts; each error names its line.</span>
      </label>
    </>
  )
}

function Length({ draft, change }: PartProps): ReactNode {
  const isJob = draft.from === 'job'
  return (
    <div className="fields__row">
      <label className="field">
        <span className="field__label">How long</span>
        <select
          className="field__input"
          value={draft.limit}
          onChange={event => change({ limit: event.target.value as Draft['limit'] })}
        >
          <option value="own">{isJob ? 'As the job says' : 'As the demo: 400 steps'}</option>
          <option value="steps">Steps</option>
          <option value="minutes">Minutes</option>
          <option value="until">Until a time of day</option>
        </select>
      </label>
      {draft.limit !== 'own' && (
        <label className="field">
          <span className="field__label">{{ steps: 'Steps', minutes: 'Minutes', until: 'Until' }[draft.limit]}</span>
          <input
            className="field__input"
            type={draft.limit === 'until' ? 'time' : 'text'}
            inputMode={draft.limit === 'until' ? undefined : 'numeric'}
            value={draft.amount}
            onChange={event => change({ amount: event.target.value })}
          />
        </label>
      )}
      <label className="field">
        <span className="field__label">Seed</span>
        <input
          className="field__input"
          inputMode="numeric"
          placeholder={isJob ? 'As the job says' : '7'}
          value={draft.seed}
          onChange={event => change({ seed: event.target.value })}
        />
        <span className="field__note">The same seed walks the same way.</span>
      </label>
    </div>
  )
}
