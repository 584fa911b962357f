// The Devices place: the wall, or one device large; before the first night it says what to do first.
import { LayoutGrid, Moon, RotateCcw, ShieldCheck, Square, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { asKnown } from '#renderer/stage/as-known.ts'
import { Doctor } from '#renderer/stage/doctor.tsx'
import { OneDevice } from '#renderer/stage/one.tsx'
import { Wall } from '#renderer/stage/wall.tsx'
import { byWhere } from '#renderer/stage/where.ts'
import { go, hrefOf } from '#renderer/route.ts'
import { Place } from '#renderer/shell/place.tsx'
import { useShell } from '#renderer/shell/shell-context.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Bones, Failed, Message, Note } from '#renderer/ui/message.tsx'
import { useHub, useWatch } from '#renderer/use-hub.ts'

export function DevicesPlace({ id }: { readonly id: string | null }): ReactNode {
  const devices = useWatch('devices', {})
  const nights = useWatch('nights', {})
  if (devices.is === 'loading')
    return (
      <Place title="Devices">
        <Bones tiles rows={3} />
      </Place>
    )
  if (devices.is === 'failed')
    return (
      <Place title="Devices">
        <Failed what="The devices could not be listed" why={devices.why} again={devices.again} />
      </Place>
    )
  const tiles = devices.value.devices
  const one = id === null ? undefined : tiles.find(device => device.id === id)
  if (id !== null)
    return (
      <Place
        title={one?.name ?? id}
        inside={{ place: 'devices', name: 'Devices' }}
        actions={<Views of={tiles} id={id} />}
        split={one !== undefined}
      >
        {one === undefined ? (
          <Message title={`There is no device called ${id}`} words="It may be unplugged, or switched off.">
            <Button onPress={() => go('devices')}>Show all devices</Button>
          </Message>
        ) : (
          <OneDevice key={one.id} device={asKnown(one, devices.stale)} />
        )}
      </Place>
    )
  const isFirst = nights.is === 'ready' && nights.value.nights.length === 0
  const hasOwn = tiles.some(({ platform, state }) => platform !== 'demo' && state === 'live')
  return (
    <Place title="Devices" actions={<Views of={tiles} id={null} />}>
      <div className={`wall-page${isFirst && !hasOwn ? ' wall-page--first' : ''}`}>
        {isFirst && <First isLine={hasOwn} />}
        {tiles.length === 0 ? (
          <Message
            title="No device is here"
            words="Plug in a phone with USB debugging on, start an emulator, or use the phone that is built in."
          />
        ) : (
          <Wall
            devices={byWhere(tiles)
              .flatMap(group => group.devices)
              .toSorted((x, y) => Number(y.state === 'live') - Number(x.state === 'live'))
              .map(device => asKnown(device, devices.stale))}
          />
        )}
        {devices.value.missing.map(one => (
          <Note key={one.platform}>
            {platformWords[one.platform] ?? one.platform} could not be looked for. {one.words}
          </Note>
        ))}
        {isFirst && <Doctor />}
      </div>
    </Place>
  )
}

const platformWords: Readonly<Record<string, string>> = {
  android: 'Android devices',
  ios: 'iPhones and iPads',
  roku: 'Rokus',
  demo: 'The demo devices',
}

function Views({ of, id }: { readonly of: readonly DeviceTile[]; readonly id: string | null }): ReactNode {
  const first = of.find(device => device.state === 'live') ?? of[0]
  if (first === undefined) return null
  return (
    <span className="segments views">
      <a href={hrefOf('devices')} aria-current={id === null ? 'true' : undefined}>
        <LayoutGrid className="icon" aria-hidden />
        Wall
      </a>
      <a href={hrefOf('devices', id ?? first.id)} aria-current={id === null ? undefined : 'true'}>
        <Square className="icon" aria-hidden />
        One
      </a>
    </span>
  )
}

const promises = [
  { icon: Waypoints, words: 'Hundreds of steps through an app we broke on purpose, faster than real time' },
  { icon: RotateCcw, words: 'Every finding is replayed before you see it' },
  { icon: ShieldCheck, words: 'No device, no account, no network, no model' },
]

/** A line where devices of one's own run already: then they are what the place is for. */
function First({ isLine }: { readonly isLine: boolean }): ReactNode {
  const hub = useHub()
  const shell = useShell()
  const start = async (): Promise<void> => {
    const { id } = await hub.call('night.start', { job: { from: 'demo', app: null } })
    go('nights', id)
  }
  const acts = (
    <div className="message__acts">
      <Button look="main" large={!isLine} icon={Moon} onPress={start}>
        Try a demo night
      </Button>
      <Button large={!isLine} onPress={shell.startNight}>
        Start another night…
      </Button>
    </div>
  )
  if (isLine)
    return (
      <section className="first first--line panel" aria-label="Begin here">
        <p className="first__words quiet">See a whole night in a few minutes, on a phone inside Nocturne.</p>
        {acts}
      </section>
    )
  return (
    <section className="first panel" aria-label="Begin here">
      <h2 className="first__title">See a whole night in a few minutes</h2>
      <p className="first__words quiet">
        A phone that exists only inside Nocturne, with a small app on it. Nocturne explores the app, finds what is
        broken, proves each fault by replaying it, and leaves the list in your Inbox.
      </p>
      <ul className="first__list">
        {promises.map(({ icon: Icon, words }) => (
          <li key={words}>
            <Icon className="icon" aria-hidden />
            {words}
          </li>
        ))}
      </ul>
      {acts}
    </section>
  )
}
