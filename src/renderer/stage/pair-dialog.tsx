// "Pair a phone…": by a QR code the phone scans, or by the address and six digits it shows; and connecting to one that is paired.
// Codes are shown and typed here and kept nowhere.
import { Smartphone } from 'lucide-react'
import encodeQR from 'qr'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import { Button, Tip } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { RefusalNotice } from '#renderer/ui/message.tsx'
import { useHub, useWatch } from '#renderer/use-hub.ts'

type Way = 'qr' | 'code' | 'connect'
const ways: readonly (readonly [Way, string])[] = [
  ['qr', 'QR code'],
  ['code', 'Six digits'],
  ['connect', 'Connect again'],
]

export function PairPhone({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [way, setWay] = useState<Way>('qr')
  return (
    <Dialog
      title="Pair a phone"
      words="Android 11 and newer, in the same network. On the phone: Settings, Developer options, Wireless debugging."
      onClose={onClose}
    >
      <div className="fields">
        <fieldset className="pair__ways">
          <legend className="field__label">How</legend>
          {ways.map(([one, words]) => (
            <label key={one} className="check">
              <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
              {words}
            </label>
          ))}
        </fieldset>
        {way === 'qr' ? <ByQr /> : <ByAddress key={way} way={way} />}
      </div>
    </Dialog>
  )
}

function ByQr(): ReactNode {
  const offer = useWatch('pairing.qr', {})
  if (offer.is === 'failed') return <RefusalNotice why={offer.why} />
  if (offer.is === 'loading') return <p className="quiet">Making a code…</p>
  const { is, text, words, hint } = offer.value
  if (is === 'failed') return <RefusalNotice why={{ code: 'failed', words, where: null, hint }} />
  return (
    <>
      {text !== null && <QrCode text={text} />}
      <p role="status">{words}</p>
    </>
  )
}

/** Dark on white whatever the theme: a camera reads it. */
function QrCode({ text }: { readonly text: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { border: 4 })
    const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: rows.length, path: dark.join('') }
  }, [text])
  return (
    <svg
      className="pair__code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code to be scanned by the phone"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

type Outcome = { readonly is: 'none' } | { readonly is: 'done'; readonly words: string } | Refused
interface Refused {
  readonly is: 'refused'
  readonly why: RefusalData
}

function ByAddress({ way }: { readonly way: 'code' | 'connect' }): ReactNode {
  const hub = useHub()
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ is: 'none' })
  const act = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setOutcome({ is: 'none' })
    try {
      const { words } =
        way === 'code'
          ? await hub.call('pairing.code', { address: address.trim(), code: code.trim() })
          : await hub.call('pairing.connect', { address: address.trim() })
      setOutcome({ is: 'done', words })
    } catch (thrown) {
      setOutcome({ is: 'refused', why: refusalOf(thrown).toData() })
    } finally {
      setBusy(false)
    }
  }
  const why =
    address.trim().length < 3
      ? 'Type the address the phone shows.'
      : code === '' && way === 'code'
        ? 'Type the six digits.'
        : null
  return (
    <form
      className="fields"
      onSubmit={event => {
        event.preventDefault()
        if (why === null) void act()
      }}
    >
      <label className="field">
        <span className="field__label">
          {way === 'code' ? 'Address in the pairing dialog' : 'Address under Wireless debugging'}
        </span>
        <input
          className="field__input"
          autoFocus
          spellCheck={false}
          placeholder={way === 'code' ? '192.168.1.20:37123' : '192.168.1.20:40123'}
          value={address}
          onChange={event => setAddress(event.target.value)}
        />
      </label>
      {way === 'code' && (
        <label className="field">
          <span className="field__label">Pairing code</span>
          <input
            className="field__input"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            placeholder="482913"
            value={code}
            onChange={event => setCode(event.target.value)}
          />
        </label>
      )}
      <Button look="main" why={isBusy ? 'It is being asked for.' : why} onPress={act}>
        {way === 'code' ? 'Pair' : 'Connect'}
      </Button>
      <p role="status">
        {isBusy ? (way === 'code' ? 'Pairing' : 'Connecting') : outcome.is === 'done' ? outcome.words : ''}
      </p>
      {outcome.is === 'refused' && <RefusalNotice why={outcome.why} />}
    </form>
  )
}

/** For the side bar. */
export function PairPhoneButton(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const name = 'Pair a phone…'
  return (
    <>
      <Tip words={name}>
        <button type="button" className="nav side__add" aria-label={name} onClick={() => setOpen(true)}>
          <Smartphone className="icon" aria-hidden />
          <span className="nav__name">{name}</span>
        </button>
      </Tip>
      {isOpen && <PairPhone onClose={() => setOpen(false)} />}
    </>
  )
}
