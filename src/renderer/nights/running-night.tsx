// A night as it goes: how far it is, what the device shows with the touch on it, what the step did and what was checked,
// the last twelve steps, and what was confirmed so far.
import { Check, CircleDashed, Flag, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { checks, labelOf } from '#shared/domain/check.ts'
import { nightId } from '#shared/domain/ids.ts'
import type { InboxRow, NightProgressLine, StepLine } from '#shared/protocol/shapes.ts'
import { FindingLines } from '#renderer/nights/finding-lines.tsx'
import { MiniMap } from '#renderer/nights/screen-map.tsx'
import { StepStrip } from '#renderer/nights/step-strip.tsx'
import { hrefOf } from '#renderer/route.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Bones, Failed } from '#renderer/ui/message.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { Picture } from '#renderer/ui/picture.tsx'
import {
  conditionWords,
  counted,
  durationWords,
  grouped,
  momentWords,
  nightTitle,
  outcomeWords,
} from '#renderer/ui/words.ts'
import { useHub, useWatch } from '#renderer/use-hub.ts'

export function RunningNight({ id }: { readonly id: string }): ReactNode {
  const progress = useWatch('night', { id })
  if (progress.is === 'loading')
    return (
      <section className="panel running__waiting" aria-label="A running night">
        <Bones rows={6} />
      </section>
    )
  if (progress.is === 'failed')
    return <Failed what="This night could not be followed" why={progress.why} again={progress.again} />
  return <Calm progress={progress.value} />
}

/** Steps of a fast night are shown at a pace the eye and the pictures can follow; the end at once. */
const shownMs = 450

function Calm({ progress }: { readonly progress: NightProgressLine }): ReactNode {
  const [shown, setShown] = useState(progress)
  const newest = useRef(progress)
  useEffect(() => {
    newest.current = progress
    if (progress.phase === 'ended') setShown(progress)
  }, [progress])
  useEffect(() => {
    const timer = setInterval(() => setShown(newest.current), shownMs)
    return () => clearInterval(timer)
  }, [])
  return <Running progress={shown} />
}

function Running({ progress }: { readonly progress: NightProgressLine }): ReactNode {
  const { night, now, last, findings } = progress
  return (
    <section className="running" aria-label={`${nightTitle(night)}, running`}>
      <Summary progress={progress} />
      <div className="running__parts">
        <Live progress={progress} />
        <div className="running__side">
          {night.app !== '' && (
            <MiniMap
              app={night.app}
              version={night.screens}
              here={now?.screen ?? null}
              screens={night.screens}
              fresh={night.new_screens}
            />
          )}
          <SoFar findings={findings} />
        </div>
      </div>
      {last.length > 0 && (
        <section className="panel" aria-label="Last steps">
          <div className="panel__head">
            <h3>Last {last.length === 12 ? 'twelve' : ''} steps</h3>
            <span className="panel__end quiet">{progress.mission?.device_name}</span>
          </div>
          <StepStrip steps={last} />
        </section>
      )}
    </section>
  )
}

function Summary({ progress }: { readonly progress: NightProgressLine }): ReactNode {
  const hub = useHub()
  const notices = useNotices()
  const { night, fraction, left_ms: leftMs, phase } = progress
  const isEnded = phase === 'ended'
  useMilestones(progress)
  return (
    <section className="panel running__top" aria-label="How far it is">
      <div className="running__head">
        <h2 className="running__title">
          <a href={hrefOf('nights', night.id)}>{nightTitle(night)}</a>
        </h2>
        <span className="quiet">
          since {momentWords(night.started)}
          {progress.mission === null ? '' : `, on ${progress.mission.device_name}`}
        </span>
        <span className="running__left">
          {isEnded ? 'Ended' : leftMs === null ? '' : `${durationWords(leftMs)} left`}
        </span>
        {!isEnded && (
          <Button
            icon={Square}
            onPress={async () => {
              await hub.call('night.stop', { id: nightId(night.id) })
              notices.done('Stopping after the step in hand. What was confirmed stays.')
            }}
          >
            Stop
          </Button>
        )}
      </div>
      <Track fraction={fraction} words={progress.doing} />
      <p className="running__doing">{progress.doing}</p>
      <ul className="facts">
        <li>
          <b>{grouped(night.steps)}</b> steps
        </li>
        <li>
          <b>{grouped(night.screens)}</b> screens{night.new_screens > 0 ? `, ${night.new_screens} new` : ''}
        </li>
        <li>
          <b>{progress.confirmed}</b> {progress.confirmed === 1 ? 'finding' : 'findings'}
        </li>
        <li>
          <b>{Math.max(0, progress.candidates - progress.confirmed - night.not_reproduced)}</b> to be tried again
        </li>
        <li>
          <b>{night.not_reproduced}</b> did not reproduce
        </li>
      </ul>
    </section>
  )
}

function Track({ fraction, words }: { readonly fraction: number | null; readonly words: string }): ReactNode {
  const style = { '--done': String(fraction ?? 0) } as CSSProperties
  return (
    <div
      className={`track${fraction === null ? ' track--unknown' : ''}`}
      role="progressbar"
      aria-label="The night"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={fraction === null ? undefined : Math.round(fraction * 100)}
      aria-valuetext={words}
      style={style}
    >
      <span className="track__done" />
    </div>
  )
}

/** A check this window does not know goes by its own name. */
function checkWords(name: string): string {
  const known = checks.find(check => check === name)
  return known === undefined ? name.replaceAll('_', ' ') : labelOf(known)
}

/** Read out: what was confirmed and the end; not every step. */
function useMilestones(progress: NightProgressLine): void {
  const notices = useNotices()
  const before = useRef({ confirmed: progress.confirmed, phase: progress.phase })
  useEffect(() => {
    const newest = progress.findings.at(-1)
    if (progress.confirmed > before.current.confirmed && newest !== undefined) notices.say(`Confirmed: ${newest.title}`)
    if (progress.phase === 'ended' && before.current.phase !== 'ended')
      notices.say(`The night ended. ${progress.doing}`)
    before.current = { confirmed: progress.confirmed, phase: progress.phase }
  }, [progress, notices])
}

function Live({ progress }: { readonly progress: NightProgressLine }): ReactNode {
  const { now, mission } = progress
  return (
    <section className="panel live" aria-label="Now">
      <div className="panel__head">
        <h3>{mission === null ? progress.doing : `“${mission.card}”`}</h3>
        {mission !== null && (
          <span className="quiet">
            step {mission.step}
            {mission.of === null ? '' : ` of ${mission.of}`}
            {mission.condition === null ? '' : `, ${conditionWords(mission.condition)}`}
          </span>
        )}
        {mission !== null && (
          <a className="panel__end link" href={hrefOf('devices', mission.device)}>
            Show {mission.device_name}
          </a>
        )}
      </div>
      {now === null ? (
        <div className="panel__body">
          <Bones rows={5} />
        </div>
      ) : (
        <div className="live__parts">
          <div className="live__picture">
            <Picture url={now.picture} words={`${now.screen_name}, step ${now.step}`} touch={now.touch} by={now.by} />
          </div>
          <StepFacts step={now} />
        </div>
      )}
    </section>
  )
}

export function StepFacts({ step }: { readonly step: StepLine }): ReactNode {
  return (
    <div className="live__words">
      <dl className="pairs">
        <dt>Screen</dt>
        <dd>
          <b>{step.screen_name === '' ? 'Without a name' : step.screen_name}</b>{' '}
          <span className="quiet">{step.new_screen ? 'new' : 'seen before'}</span>
        </dd>
        <dt>Did</dt>
        <dd>
          {step.words}
          {step.by === 'person' && <span className="quiet"> by a person</span>}
        </dd>
        <dt>Receipt</dt>
        <dd>{outcomeWords(step)}</dd>
        {step.notes.length > 0 && (
          <>
            <dt>Notes</dt>
            <dd>{step.notes.join('. ')}</dd>
          </>
        )}
      </dl>
      <Checks step={step} />
    </div>
  )
}

function Checks({ step }: { readonly step: StepLine }): ReactNode {
  const raised = new Map(step.candidates.map(candidate => [labelOf(candidate.check), candidate]))
  const labels = [...new Set(step.checks.map(checkWords))]
  return (
    <>
      <div className="live__checks-head quiet">
        <span>Checks on this step</span>
        <span>
          {labels.length - raised.size} passed{raised.size > 0 ? `, ${raised.size} to be tried again` : ''}
        </span>
      </div>
      <ul className="checks">
        {labels.map(label => (
          <li key={label} className={raised.has(label) ? 'tone--medium' : ''}>
            {raised.has(label) ? (
              <CircleDashed className="icon" aria-label="To be tried again:" />
            ) : (
              <Check className="icon tone--good" aria-label="Passed:" />
            )}
            {label}
          </li>
        ))}
      </ul>
      {step.candidates.map(candidate => (
        <p key={candidate.title} className="notice live__candidate">
          <Flag className="icon" aria-hidden />
          <span className="notice__words">
            <b>{labelOf(candidate.check)}:</b> {candidate.title}. It counts only if it shows again.
          </span>
        </p>
      ))}
    </>
  )
}

export function SoFar({ findings }: { readonly findings: readonly InboxRow[] }): ReactNode {
  return (
    <section className="panel" aria-label="So far">
      <div className="panel__head">
        <h3>So far</h3>
        <span className="panel__end quiet">confirmed by replay</span>
      </div>
      {findings.length === 0 ? (
        <p className="panel__body quiet">
          Nothing yet. What looks wrong is tried again from a fresh start before it stands here.
        </p>
      ) : (
        <FindingLines lines={findings.map(row => ({ ...row, note: `, ${row.seen}` }))} />
      )}
      {findings.length > 0 && <p className="unseen">{counted(findings.length, 'finding')} so far</p>}
    </section>
  )
}
