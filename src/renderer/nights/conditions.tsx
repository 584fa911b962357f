// The conditions a night may be run under, each on its own beside the plain run.
import type { ReactNode } from 'react'

const offered: readonly (readonly [string, string])[] = [
  ['dark', 'Dark mode'],
  ['big_text', 'Large text'],
  ['landscape', 'On its side'],
  ['background', 'To the background and back'],
  ['offline', 'Offline'],
  ['slow', 'Slow network'],
  ['locale:de', 'In German'],
  ['rtl', 'Right to left'],
]

export function Conditions(props: {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly isJob: boolean
}): ReactNode {
  const { chosen, onChange, isJob } = props
  return (
    <fieldset className="field">
      <legend className="field__label">Conditions</legend>
      <span className="field__note">
        {isJob ? 'None chosen: as the job says.' : 'Each is a mission of its own; settings are put back after it.'}
      </span>
      <div className="choices">
        {offered.map(([condition, words]) => (
          <label key={condition} className="choice">
            <input
              type="checkbox"
              checked={chosen.includes(condition)}
              onChange={event =>
                onChange(event.target.checked ? [...chosen, condition] : chosen.filter(one => one !== condition))
              }
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
