// The small questions about a device: text to type, a link to open, a place, a battery, and whether to wipe or delete it.
import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import { fromPlaceText } from '#renderer/stage/place-text.ts'
import { openedPart, power, setControl, typeText } from '#renderer/stage/run-command.ts'
import type { Around, OpenedPart } from '#renderer/stage/run-command.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { isMac, withCommand } from '#renderer/ui/keys.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useHub, useWatch } from '#renderer/use-hub.ts'
import { useLive } from '#renderer/use-live.ts'

export function DeviceDialogs(): ReactNode {
  const opened = useLive(openedPart)
  const devices = useWatch('devices', opened === null ? null : {})
  const device =
    opened === null || devices.is !== 'ready' ? undefined : devices.value.devices.find(one => one.id === opened.device)
  if (opened === null || device === undefined) return null
  return <Asked key={opened.part} device={device} part={opened.part} />
}

function Asked({ device, part }: { readonly device: DeviceTile; readonly part: OpenedPart['part'] }): ReactNode {
  switch (part) {
    case 'text':
      return <TypeText device={device} />
    case 'link':
      return <OpenLink device={device} />
    case 'place':
      return <SetPlace device={device} />
    case 'battery':
      return <SetBattery device={device} />
    case 'wipe':
    case 'delete':
      return <Sure device={device} order={part} />
    case 'apps':
    case 'log':
    case 'terminal':
      // Panels of their own, under the stage.
      return null
  }
}

const close = (): void => openedPart.set(null)

/** A dialog whose main button does something and closes; what goes wrong is said in it, and it stays. */
function Ask(props: {
  readonly title: string
  readonly words: string
  readonly does: string
  readonly why?: string | null
  readonly onDo: (around: Around) => Promise<void>
  readonly children?: ReactNode
}): ReactNode {
  const { title, words, does, why = null, onDo, children } = props
  const hub = useHub()
  const notices = useNotices()
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isUnderWay = useRef(false)
  const act = async (): Promise<void> => {
    setTried(true)
    if (why !== null || isUnderWay.current) return
    isUnderWay.current = true
    setFailure(null)
    try {
      await onDo({ hub, notices })
      close()
    } catch (thrown) {
      const { words: said, hint } = refusalOf(thrown)
      setFailure(hint === null ? said : `${said} ${hint}`)
    } finally {
      isUnderWay.current = false
    }
  }
  return (
    <Dialog
      title={title}
      words={words}
      onClose={close}
      onSubmit={() => void act()}
      end={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button look="main" onPress={act}>
            {does}
          </Button>
        </>
      }
    >
      {children}
      <p className="tone--high" role="alert">
        {isTried ? (why ?? failure) : null}
      </p>
    </Dialog>
  )
}

function Field(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly isFirst?: boolean
  readonly isNumber?: boolean
}): ReactNode {
  const { label, value, onChange, placeholder, isFirst = false, isNumber = false } = props
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <input
        className="field__input"
        autoFocus={isFirst}
        inputMode={isNumber ? 'decimal' : 'text'}
        placeholder={placeholder}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </label>
  )
}

function TypeText({ device }: { readonly device: DeviceTile }): ReactNode {
  const [text, setText] = useState('')
  const note = useId()
  return (
    <Ask
      title="Type text"
      words={`It goes to whatever has the focus on ${device.name}.`}
      does="Type it"
      why={text === '' ? 'There is no text yet.' : null}
      onDo={around => typeText(around, device, text)}
    >
      <label className="field">
        <span className="field__label">Text</span>
        <textarea
          className="field__input field__input--words"
          autoFocus
          rows={3}
          aria-describedby={note}
          aria-keyshortcuts={isMac ? 'Meta+Enter' : 'Control+Enter'}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={event => {
            // Enter alone is a line break.
            if (event.key !== 'Enter' || !(isMac ? event.metaKey : event.ctrlKey)) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </label>
      <p className="field__note" id={note}>
        {withCommand('Enter')} types it.
      </p>
    </Ask>
  )
}

function OpenLink({ device }: { readonly device: DeviceTile }): ReactNode {
  const [link, setLink] = useState('')
  return (
    <Ask
      title="Open a link"
      words={`Opened on ${device.name} by the app that takes it.`}
      does="Open it"
      why={/^[a-z][a-z0-9+.-]*:./iu.test(link.trim()) ? null : 'A link begins with its kind, as https: or myapp: does.'}
      onDo={async ({ hub }) => {
        await hub.call('device.openLink', { device: device.id, link: link.trim() })
      }}
    >
      <Field label="Link" isFirst placeholder="https://example.com/plants/7" value={link} onChange={setLink} />
    </Ask>
  )
}

function SetPlace({ device }: { readonly device: DeviceTile }): ReactNode {
  const now = device.overrides?.location.is === 'set' ? device.overrides.location.to : null
  const [latitude, setLatitude] = useState(now === null ? '' : String(now.latitude))
  const [longitude, setLongitude] = useState(now === null ? '' : String(now.longitude))
  const place = fromPlaceText(latitude, longitude)
  return (
    <Ask
      title="Location"
      words={`Where ${device.name} believes it is.`}
      does="Be there"
      why={place.is === 'wrong' ? place.words : null}
      onDo={async around => {
        if (place.is === 'right') await setControl(around, device, { set: 'location', to: place.place })
      }}
    >
      <Field label="Latitude, -90 to 90" isFirst isNumber placeholder="52.52" value={latitude} onChange={setLatitude} />
      <Field label="Longitude, -180 to 180" isNumber placeholder="13.405" value={longitude} onChange={setLongitude} />
    </Ask>
  )
}

function SetBattery({ device }: { readonly device: DeviceTile }): ReactNode {
  const now = device.overrides?.battery.is === 'set' ? device.overrides.battery.to : { level: 50, charging: false }
  const [level, setLevel] = useState(now.level)
  const [charging, setCharging] = useState(now.charging)
  return (
    <Ask
      title="Battery"
      words={`What ${device.name} believes of its battery.`}
      does="Set it"
      onDo={around => setControl(around, device, { set: 'battery', to: { level, charging } })}
    >
      <label className="field">
        <span className="field__label">Level: {level} %</span>
        <input
          type="range"
          min={0}
          max={100}
          value={level}
          autoFocus
          onChange={event => setLevel(event.target.valueAsNumber)}
        />
      </label>
      <label className="check">
        <input type="checkbox" checked={charging} onChange={event => setCharging(event.target.checked)} />
        Charging
      </label>
    </Ask>
  )
}

function Sure({ device, order }: { readonly device: DeviceTile; readonly order: 'wipe' | 'delete' }): ReactNode {
  return (
    <Ask
      title={order === 'wipe' ? `Wipe ${device.name}?` : `Delete ${device.name}?`}
      words={
        order === 'wipe'
          ? 'Every app, account and file on it goes. It starts as new.'
          : 'The device and everything on it goes from this computer for good.'
      }
      does={order === 'wipe' ? 'Wipe it' : 'Delete it'}
      onDo={around => power(around, device, order, true)}
    />
  )
}
