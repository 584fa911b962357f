// The earlier nights, newest first, one row each.
import type { ReactNode } from 'react'
import type { NightLine } from '#shared/protocol/shapes.ts'
import { hrefOf } from '#renderer/route.ts'
import { LongList } from '#renderer/ui/long-list.tsx'
import { counted, durationWords, endedWords, grouped, momentWords, nightTitle } from '#renderer/ui/words.ts'

export function NightTable({ nights }: { readonly nights: readonly NightLine[] }): ReactNode {
  return (
    <section className="panel panel--lined" aria-label="Earlier nights">
      <div className="panel__head">
        <h2 className="panel__title">Earlier</h2>
        <span className="quiet">{counted(nights.length, 'night')}</span>
      </div>
      <div className={nights.length > 150 ? 'night-list night-list--long' : 'night-list'}>
        <LongList
          items={nights}
          keyOf={night => night.id}
          label="Earlier nights"
          estimatePx={60}
          render={night => <Row night={night} />}
        />
      </div>
    </section>
  )
}

function Row({ night }: { readonly night: NightLine }): ReactNode {
  const tookMs = night.ended === null ? null : Date.parse(night.ended) - Date.parse(night.started)
  return (
    <a className="night-row" href={hrefOf('nights', night.id)}>
      <span className="night-row__when">{momentWords(night.started)}</span>
      <span className="night-row__app">
        <b>{nightTitle(night)}</b>
        <span className="quiet">
          {[
            tookMs === null ? 'broke off' : durationWords(tookMs),
            night.ended_by === null ? null : endedWords[night.ended_by],
            counted(night.devices.length, 'device'),
          ]
            .filter(words => words !== null)
            .join(', ')}
        </span>
      </span>
      <span className="night-row__number">
        {grouped(night.steps)} <span className="quiet">steps</span>
      </span>
      <span className="night-row__number">
        {grouped(night.screens)}{' '}
        <span className="quiet">screens{night.new_screens > 0 ? `, ${night.new_screens} new` : ''}</span>
      </span>
      <span className="night-row__number night-row__found">
        {night.findings === 0 ? (
          <span className="quiet">nothing that held up</span>
        ) : (
          <b>{counted(night.findings, 'finding')}</b>
        )}
        {night.not_reproduced > 0 && <span className="quiet">, {night.not_reproduced} dropped</span>}
      </span>
    </a>
  )
}
