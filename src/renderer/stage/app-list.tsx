// The apps of one device under its stage: what there is, and what can be done to each. What takes data away asks first.
import { MoreHorizontal, Play, RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AppDoing } from '#shared/protocol/methods/apps.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { Answer } from '#shared/protocol/contract.ts'
import { handOf } from '#renderer/stage/hand.ts'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { LongList } from '#renderer/ui/long-list.tsx'
import { Menu } from '#renderer/ui/menu.tsx'
import { Bones, Failed, Message } from '#renderer/ui/message.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useAnswer, useHub } from '#renderer/use-hub.ts'

type App = Answer<'device.apps'>['apps'][number]
/** What is asked about before it is done. */
type Question = { readonly app: App; readonly ask: 'clear' | 'uninstall' | 'permission' }

const rowPx = 44

export function AppList({ device, onClose }: { readonly device: DeviceTile; readonly onClose: () => void }): ReactNode {
  const apps = useAnswer('device.apps', { device: device.id })
  const [find, setFind] = useState('')
  const [question, setQuestion] = useState<Question | null>(null)
  const act = useAct(device, apps.again)
  const all = apps.is === 'ready' ? apps.value.apps : []
  const shown = sorted(all).filter(app =>
    `${app.label} ${app.package}`.toLowerCase().includes(find.trim().toLowerCase()),
  )
  return (
    <section className="app-list panel panel--lined" aria-label={`Apps of ${device.name}`}>
      <div className="panel__head">
        <h3>Apps</h3>
        {apps.is === 'ready' && <span className="quiet">{all.length === 1 ? '1 app' : `${all.length} apps`}</span>}
        <div className="panel__end">
          {all.length > 5 && (
            <input
              className="field__input"
              type="search"
              placeholder="Find"
              aria-label="Find an app"
              value={find}
              onChange={event => setFind(event.target.value)}
            />
          )}
          <Button look="bare" icon={RefreshCw} onPress={apps.again}>
            Look again
          </Button>
          <IconButton label="Close the apps" icon={X} onPress={onClose} />
        </div>
      </div>
      {apps.is === 'loading' && (
        <div className="panel__body">
          <Bones rows={4} />
        </div>
      )}
      {apps.is === 'failed' && <Failed what="The apps could not be listed" why={apps.why} again={apps.again} />}
      {apps.is === 'ready' && shown.length === 0 && (
        <Message
          title={all.length === 0 ? 'No app was installed here' : 'No app is called so'}
          {...(all.length === 0 ? { words: 'Drop a build on the device to install it.' } : {})}
        />
      )}
      {shown.length > 0 && (
        <div className="app-list__rows">
          <LongList
            items={shown}
            keyOf={app => app.package}
            label={`Apps of ${device.name}`}
            estimatePx={rowPx}
            render={app => <AppRow app={app} act={act} onAsk={ask => setQuestion({ app, ask })} />}
          />
        </div>
      )}
      {question !== null && <Asked question={question} device={device} act={act} onClose={() => setQuestion(null)} />}
    </section>
  )
}

type Act = (app: App, what: AppDoing, permission?: string) => Promise<void>

const doneWords: Readonly<Record<AppDoing, (app: string) => string>> = {
  launch: app => `${app} was opened`,
  stop: app => `${app} was stopped`,
  kill: app => `The process of ${app} was ended`,
  clear: app => `The data of ${app} was cleared`,
  uninstall: app => `${app} was uninstalled`,
  grant: app => `The permission was given to ${app}`,
  revoke: app => `The permission was taken from ${app}`,
}

/** Takes control first when nobody here has it, as every control does. */
function useAct(device: DeviceTile, again: () => void): Act {
  const hub = useHub()
  const notices = useNotices()
  return async (app, what, permission) => {
    if (device.control?.yours !== true) {
      await handOf(hub, device.id).take()
      notices.say(`You have control of ${device.name}. Hand back when done.`)
    }
    await hub.call('device.app', { device: device.id, app: app.package, do: what, permission: permission ?? null })
    notices.done(doneWords[what](app.label))
    if (what === 'uninstall') again()
  }
}

function AppRow({
  app,
  act,
  onAsk,
}: {
  readonly app: App
  readonly act: Act
  readonly onAsk: (ask: Question['ask']) => void
}): ReactNode {
  return (
    <div className="app-row">
      <span className="app-row__words">
        <b>{app.label}</b>
        <span className="quiet">
          {[app.label === app.package ? null : app.package, versionWords(app)]
            .filter(words => words !== null)
            .join(', ')}
        </span>
      </span>
      <Button look="bare" icon={Play} label={`Open ${app.label}`} onPress={() => act(app, 'launch')}>
        Open
      </Button>
      <Menu
        button={
          <button type="button" className="icon-button" aria-label={`More for ${app.label}`}>
            <MoreHorizontal className="icon" aria-hidden />
          </button>
        }
        lines={[
          { is: 'item', words: 'Force stop', onPress: () => act(app, 'stop') },
          {
            is: 'item',
            words: 'End its process',
            note: 'As the system does in the background, where it is put first; it comes back where it was',
            onPress: () => act(app, 'kill'),
          },
          { is: 'item', words: 'A permission…', onPress: () => onAsk('permission') },
          { is: 'line' },
          { is: 'item', words: 'Clear its data…', onPress: () => onAsk('clear') },
          { is: 'item', words: 'Uninstall…', onPress: () => onAsk('uninstall') },
        ]}
      />
    </div>
  )
}

function Asked(props: {
  readonly question: Question
  readonly device: DeviceTile
  readonly act: Act
  readonly onClose: () => void
}): ReactNode {
  const { question, device, act, onClose } = props
  const { app, ask } = question
  if (ask === 'permission') return <Permission app={app} act={act} onClose={onClose} />
  const isClear = ask === 'clear'
  return (
    <Dialog
      title={isClear ? `Clear the data of ${app.label}?` : `Uninstall ${app.label}?`}
      words={
        isClear
          ? `It is on ${device.name} as if it had just been installed. What it kept there is gone.`
          : `It goes from ${device.name}, and what it kept there with it.`
      }
      onClose={onClose}
      end={
        <>
          <Button onPress={onClose}>Keep it</Button>
          <Button
            look="main"
            onPress={async () => {
              await act(app, ask)
              onClose()
            }}
          >
            {isClear ? 'Clear it' : 'Uninstall it'}
          </Button>
        </>
      }
    >
      <p className="quiet">{app.package}</p>
    </Dialog>
  )
}

function Permission({
  app,
  act,
  onClose,
}: {
  readonly app: App
  readonly act: Act
  readonly onClose: () => void
}): ReactNode {
  const [name, setName] = useState('')
  const why = name.trim() === '' ? 'Say which permission.' : null
  const change = (what: 'grant' | 'revoke') => async () => {
    await act(app, what, name.trim())
    onClose()
  }
  return (
    <Dialog
      title={`A permission of ${app.label}`}
      words="By its short name, as location or camera, or by its whole one."
      onClose={onClose}
      end={
        <>
          <Button why={why} onPress={change('revoke')}>
            Take it away
          </Button>
          <Button look="main" why={why} onPress={change('grant')}>
            Give it
          </Button>
        </>
      }
    >
      <label className="field">
        <span className="field__label">Permission</span>
        <input
          className="field__input"
          autoFocus
          placeholder="location"
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </label>
    </Dialog>
  )
}

const versionWords = (app: App): string => (app.versionName === '' ? String(app.versionCode) : app.versionName)
const sorted = (apps: readonly App[]): readonly App[] => apps.toSorted((a, b) => a.label.localeCompare(b.label))
