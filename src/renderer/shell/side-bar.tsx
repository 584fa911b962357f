// The side bar: the three places with what waits there, then the devices by where they are. A rail when narrower, and
// the places alone at the bottom of a phone's width.
import { Inbox, MonitorSmartphone, Moon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { commandOf } from '#shared/domain/commands.ts'
import { AddDeviceButton } from '#renderer/stage/add-device.tsx'
import { PairPhoneButton } from '#renderer/stage/pair-dialog.tsx'
import { contextLines } from '#renderer/stage/more-menu.tsx'
import { useShown } from '#renderer/stage/shown.ts'
import { useCommands } from '#renderer/stage/use-commands.ts'
import { byWhere } from '#renderer/stage/where.ts'
import { hrefOf } from '#renderer/route.ts'
import type { PlaceName, Route } from '#renderer/route.ts'
import { asKnown } from '#renderer/stage/as-known.ts'
import { KindIcon, OwnerIcon, StateDot } from '#renderer/ui/marks.tsx'
import type { IconOf } from '#renderer/ui/icon.ts'
import { withCommand } from '#renderer/ui/keys.ts'
import { Tip } from '#renderer/ui/button.tsx'
import { ContextMenu } from '#renderer/ui/menu.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { controlWords, counted, stateWords } from '#renderer/ui/words.ts'
import { useWatch } from '#renderer/use-hub.ts'

export function SideBar({ here }: { readonly here: Route | null }): ReactNode {
  const devices = useWatch('devices', {})
  const nights = useWatch('nights', {})
  const inbox = useWatch('inbox', {})
  const tiles = devices.is === 'ready' ? devices.value.devices.map(device => asKnown(device, devices.stale)) : []
  const running = nights.is === 'ready' ? nights.value.nights.filter(night => night.running).length : 0
  const fresh = inbox.is === 'ready' ? inbox.value.counts.fresh : 0
  return (
    <nav className="side" aria-label="Places and devices">
      <div className="side__head" aria-hidden>
        <Mark />
        <b>Nocturne</b>
      </div>
      <ul className="side__places">
        {/* Counts are drawn by the sheet: the link's name says them in words. */}
        <PlaceLink
          place="devices"
          name="Devices"
          icon={MonitorSmartphone}
          here={here}
          hotkey={withCommand('1')}
          words={tiles.length === 0 ? '' : counted(tiles.length, 'device')}
        >
          {tiles.length > 0 && <span className="nav__count" data-words={tiles.length} />}
        </PlaceLink>
        <PlaceLink
          place="nights"
          name="Nights"
          icon={Moon}
          here={here}
          hotkey={withCommand('2')}
          words={running === 0 ? '' : `${running} running`}
        >
          {running > 0 && <span className="nav__running" data-words="running" />}
        </PlaceLink>
        <PlaceLink
          place="inbox"
          name="Inbox"
          icon={Inbox}
          here={here}
          hotkey={withCommand('3')}
          words={fresh === 0 ? '' : `${fresh} new`}
        >
          {fresh > 0 && <span className="nav__new" data-words={fresh > 999 ? '999+' : fresh} />}
        </PlaceLink>
      </ul>
      <div className="side__devices">
        {byWhere(tiles).map(group => (
          <section key={group.where} aria-label={group.where}>
            <h2 className="side__label">{group.where}</h2>
            <ul>
              {group.devices.map(device => (
                <DeviceLink
                  key={device.id}
                  device={device}
                  isHere={here?.place === 'devices' && here.id === device.id}
                />
              ))}
            </ul>
          </section>
        ))}
        <AddDeviceButton />
        <PairPhoneButton />
      </div>
    </nav>
  )
}

function PlaceLink(props: {
  readonly place: PlaceName
  readonly name: string
  readonly icon: IconOf
  readonly here: Route | null
  readonly hotkey: string
  readonly words: string
  readonly children: ReactNode
}): ReactNode {
  const { place, name, icon: Icon, here, hotkey, words, children } = props
  const isHere = here?.place === place
  return (
    <li>
      <Tip words={name} hotkey={hotkey}>
        <a
          className="nav"
          href={hrefOf(place)}
          aria-label={words === '' ? name : `${name}, ${words}`}
          aria-current={isHere ? (here.id === null || place !== 'devices' ? 'page' : 'true') : undefined}
        >
          <Icon className="icon" aria-hidden />
          <span className="nav__name">{name}</span>
          {children}
        </a>
      </Tip>
    </li>
  )
}

/** Double-click starts one that is off; the right mouse button has everything else. */
function DeviceLink({ device, isHere }: { readonly device: DeviceTile; readonly isHere: boolean }): ReactNode {
  const notices = useNotices()
  const commands = useCommands(device)
  const shown = useShown(device.id)
  const boot = commandOf('boot')
  const canBoot = device.state === 'off' && commands.can(boot).yes
  const said = [
    device.failed ? 'Failed' : stateWords[device.state],
    device.why,
    device.control === null ? null : controlWords(device.control),
    canBoot ? 'Double-click starts it' : null,
  ]
    .filter(words => words !== null)
    .join('. ')
  return (
    <ContextMenu
      lines={contextLines(device, commands, shown)}
      of={
        <li>
          <Tip words={`${device.name}: ${said}`}>
            <a
              className="nav"
              href={hrefOf('devices', device.id)}
              aria-label={`${device.name}: ${said}`}
              aria-current={isHere ? 'page' : undefined}
              onDoubleClick={() => {
                if (canBoot) commands.run(boot).catch(notices.failed)
              }}
            >
              <KindIcon kind={device.kind} />
              <span className="nav__name">{device.name}</span>
              {device.control !== null && (
                <span className={`nav__owner nav__owner--${device.control.kind}`}>
                  <OwnerIcon kind={device.control.kind} />
                </span>
              )}
              <StateDot state={device.state} />
            </a>
          </Tip>
        </li>
      }
    />
  )
}

function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 18 22" aria-hidden>
      <rect className="mark__body" x="2" y="1" width="14" height="20" rx="4" />
      <path className="mark__moon" d="M12.2 13.2A4 4 0 1 1 8.3 7a3.2 3.2 0 0 0 3.9 6.2z" />
    </svg>
  )
}
