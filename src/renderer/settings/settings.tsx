// Settings: the theme, how much a home may keep, how many findings a morning shows, single keys, and what is installed.
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { RefusalData } from '#shared/base/refusal.ts'
import { refusalOf } from '#shared/base/refusal.ts'
import type { Settings as Values } from '#shared/protocol/shapes.ts'
import { Doctor } from '#renderer/stage/doctor.tsx'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { setSingleKeys, singleKeys } from '#renderer/ui/keys.ts'
import { Bones, Failed, RefusalNotice } from '#renderer/ui/message.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { applyTheme } from '#renderer/ui/theme.ts'
import { useAnswer, useHub } from '#renderer/use-hub.ts'
import { useLive } from '#renderer/use-live.ts'

const gigabyte = 1_000_000_000

export function Settings({ onClose }: { readonly onClose: () => void }): ReactNode {
  const settings = useAnswer('settings.get', {})
  if (settings.is === 'ready') return <Form values={settings.value} onClose={onClose} />
  return (
    <Dialog title="Settings" onClose={onClose}>
      {settings.is === 'loading' ? (
        <Bones />
      ) : (
        <Failed what="The settings could not be read" why={settings.why} again={settings.again} />
      )}
    </Dialog>
  )
}

function Form({ values, onClose }: { readonly values: Values; readonly onClose: () => void }): ReactNode {
  const hub = useHub()
  const notices = useNotices()
  const hasKeys = useLive(singleKeys)
  const [theme, setTheme] = useState(values.theme)
  const [limit, setLimit] = useState(String(values.storage_limit_bytes / gigabyte))
  const [findings, setFindings] = useState(String(values.findings_per_night))
  const [why, setWhy] = useState<RefusalData | null>(null)
  const save = async (): Promise<void> => {
    try {
      const kept = await hub.call('settings.set', {
        theme,
        storage_limit_bytes: Math.round(Number(limit.replace(',', '.')) * gigabyte),
        findings_per_night: Number(findings),
      })
      applyTheme(kept.theme)
      notices.done('Settings saved')
      onClose()
    } catch (thrown) {
      setWhy(refusalOf(thrown).toData())
    }
  }
  return (
    <Dialog
      title="Settings"
      onClose={onClose}
      wide
      onSubmit={() => void save()}
      end={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" onPress={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="fields">
        {why !== null && <RefusalNotice why={why} />}
        <div className="fields__row">
          <label className="field">
            <span className="field__label">Theme</span>
            <select
              className="field__input"
              value={theme}
              onChange={event => setTheme(event.target.value as Values['theme'])}
            >
              <option value="system">As the system</option>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </select>
          </label>
          <label className="field">
            <span className="field__label">New findings shown a night</span>
            <input
              className="field__input"
              inputMode="numeric"
              value={findings}
              onChange={event => setFindings(event.target.value)}
            />
            <span className="field__note">The worst first. All confirmed ones are kept.</span>
          </label>
          <label className="field">
            <span className="field__label">Room for pictures, in GB</span>
            <input
              className="field__input"
              inputMode="decimal"
              value={limit}
              onChange={event => setLimit(event.target.value)}
            />
            <span className="field__note">The oldest step pictures go first, never those of findings.</span>
          </label>
        </div>
        <label className="choice">
          <input type="checkbox" checked={hasKeys} onChange={event => setSingleKeys(event.target.checked)} />
          Single keys do things (1, 2, 3, H, U, J, K, ?)
        </label>
        <Doctor />
      </div>
    </Dialog>
  )
}
