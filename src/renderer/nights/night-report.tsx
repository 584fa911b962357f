// The report of one night: what it was, its missions, what held up and what did not, where it went, every step.
import type { ReactNode } from 'react'
import { nightId } from '#shared/domain/ids.ts'
import type { NightDocument, NightLine } from '#shared/protocol/shapes.ts'
import { labelOf } from '#shared/domain/check.ts'
import { DroppedList } from '#renderer/nights/dropped-list.tsx'
import { FindingLines } from '#renderer/nights/finding-lines.tsx'
import { RunningNight } from '#renderer/nights/running-night.tsx'
import { ScreenMap } from '#renderer/nights/screen-map.tsx'
import { StepList } from '#renderer/nights/step-list.tsx'
import { Place } from '#renderer/shell/place.tsx'
import { Bones, Failed, Note } from '#renderer/ui/message.tsx'
import {
  conditionWords,
  counted,
  durationWords,
  endedWords,
  grouped,
  momentWords,
  nightTitle,
} from '#renderer/ui/words.ts'
import { useAnswer, useWatch } from '#renderer/use-hub.ts'

const inside = { place: 'nights', name: 'Nights' } as const

export function NightReport({ id }: { readonly id: string }): ReactNode {
  const nights = useWatch('nights', {})
  const line = nights.is === 'ready' ? nights.value.nights.find(night => night.id === id) : undefined
  const isRunning = line?.running === true
  const report = useAnswer('night.show', { id: nightId(id) }, isRunning)
  const title = line === undefined ? 'Night' : nightTitle(line)
  if (isRunning)
    return (
      <Place title={title} inside={inside} note="running">
        <div className="nights">
          <RunningNight id={id} />
        </div>
      </Place>
    )
  return (
    <Place title={title} inside={inside} {...(line === undefined ? {} : { note: momentWords(line.started) })}>
      <div className="nights">
        {report.is === 'loading' && <Bones rows={8} />}
        {report.is === 'failed' && (
          <Failed what="This night could not be shown" why={report.why} again={report.again} />
        )}
        {report.is === 'ready' && <Report report={report.value} line={line} />}
      </div>
    </Place>
  )
}

function Report({ report, line }: { readonly report: NightDocument; readonly line: NightLine | undefined }): ReactNode {
  const { night, findings } = report
  const tookMs = night.ended === null ? null : Date.parse(night.ended) - Date.parse(night.started)
  return (
    <>
      <section className="report__lead" aria-label="In short">
        <p className="report__words">
          {tookMs === null ? 'It broke off' : `${durationWords(tookMs)} on ${counted(night.devices.length, 'device')}`},{' '}
          {counted(night.steps, 'step')}, {counted(night.screens, 'screen')}
          {night.new_screens > 0 ? ` (${night.new_screens} new)` : ''},{' '}
          {findings.length === 0 ? 'nothing that held up' : counted(findings.length, 'finding')}.
          {night.not_reproduced > 0 ? ` ${counted(night.not_reproduced, 'candidate')} did not reproduce.` : ''}
        </p>
        <p className="quiet">
          {momentWords(night.started)} to {night.ended === null ? 'nobody knows when' : momentWords(night.ended)}, on{' '}
          {night.devices.join(', ')}
          {line === undefined ? '' : `, seed ${line.seed}`}
          {night.ended_by === null
            ? ''
            : `. It ended because ${endedWords[night.ended_by] === 'stopped by a person' ? 'a person stopped it' : endedWords[night.ended_by]}`}
          .
        </p>
        {(night.ended_by === 'device' || night.ended === null) && (
          <Note>
            The night did not come to its end. What it had confirmed until then is all here; the rest is missing.
          </Note>
        )}
      </section>
      <Findings findings={findings} />
      <Missions report={report} />
      <DroppedList id={night.id} />
      <ScreenMap app={night.app} />
      <StepList id={night.id} />
    </>
  )
}

function Findings({ findings }: { readonly findings: NightDocument['findings'] }): ReactNode {
  if (findings.length === 0) return null
  return (
    <section className="panel panel--lined" aria-label="Findings of this night">
      <div className="panel__head">
        <h2 className="panel__title">What held up</h2>
        <span className="quiet">
          {counted(findings.length, 'finding')}, each confirmed by replay or by the platform’s own log
        </span>
      </div>
      <FindingLines
        lines={findings.map(finding => ({
          ...finding,
          label: labelOf(finding.check),
          note: finding.shown ? '' : '. Also confirmed: not among the ones shown first',
        }))}
      />
    </section>
  )
}

function Missions({ report }: { readonly report: NightDocument }): ReactNode {
  const { missions } = report.night
  if (missions.length === 0) return null
  return (
    <section className="panel panel--lined" aria-label="Missions">
      <div className="panel__head">
        <h2 className="panel__title">Missions</h2>
        <span className="quiet">{missions.length}</span>
      </div>
      <div className="table-scroll" tabIndex={0} role="group" aria-label="Missions, scrolls sideways when narrow">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Card</th>
              <th scope="col">Device</th>
              <th scope="col">Condition</th>
              <th scope="col" className="number">
                Steps
              </th>
              <th scope="col">Ended by</th>
              <th scope="col">Goal</th>
            </tr>
          </thead>
          <tbody>
            {missions.map((mission, index) => (
              <tr key={index}>
                <td>{mission.card}</td>
                <td>{mission.device}</td>
                <td>
                  {mission.condition === null ? (
                    <span className="quiet">plain</span>
                  ) : (
                    conditionWords(mission.condition)
                  )}
                </td>
                <td className="number">{grouped(mission.steps)}</td>
                <td>
                  {endedWords[mission.ended_by]}
                  {mission.why !== null && <span className="menu__note">{mission.why}</span>}
                </td>
                <td
                  className={
                    mission.judged === 'met' ? 'tone--good' : mission.judged === 'not met' ? 'tone--high' : 'quiet'
                  }
                >
                  {mission.judged}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
