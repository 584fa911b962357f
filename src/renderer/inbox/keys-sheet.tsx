// The keys of the window on one sheet.
import type { ReactNode } from 'react'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { setSingleKeys, singleKeys, withCommand } from '#renderer/ui/keys.ts'
import { useLive } from '#renderer/use-live.ts'

const groups: readonly (readonly [string, readonly (readonly [readonly string[], string])[]])[] = [
  [
    'Decide',
    [
      [['1'], 'Accept: it is a bug, to be fixed'],
      [['2'], 'Duplicate of another finding'],
      [['3'], 'Decline, with a reason'],
      [['H'], 'Snooze: put it off'],
      [['U'], 'Undo the last decision'],
    ],
  ],
  [
    'Move',
    [
      [['J', '↓'], 'Next finding'],
      [['K', '↑'], 'Previous finding'],
      [[withCommand('1')], 'Devices'],
      [[withCommand('2')], 'Nights'],
      [[withCommand('3')], 'Inbox'],
      [[withCommand('K')], 'Search or do'],
      [['?'], 'This sheet'],
    ],
  ],
]

export function KeysSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const isOn = useLive(singleKeys)
  return (
    <Dialog title="Keys" onClose={onClose} end={<Button onPress={onClose}>Close</Button>}>
      <div className="sheet">
        {groups.map(([name, keys]) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(([labels, words]) => (
                <div key={words}>
                  <dt>
                    {labels.map(label => (
                      <kbd key={label}>{label}</kbd>
                    ))}
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="choice">
        <input type="checkbox" checked={isOn} onChange={event => setSingleKeys(event.target.checked)} />
        Single keys do things
      </label>
    </Dialog>
  )
}
