// A finding's page: one sentence, the facts, before and after with the place marked, the steps, why it is believed and
// why it is no noise, its flow, its log, what was decided. All text of apps and logs is text.
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { FindingPage as Page, InboxRow } from '#shared/protocol/shapes.ts'
import { FlowPanel } from '#renderer/inbox/flow-panel.tsx'
import { LogExcerpt } from '#renderer/inbox/log-excerpt.tsx'
import { hrefOf } from '#renderer/route.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Severity } from '#renderer/ui/marks.tsx'
import { Note } from '#renderer/ui/message.tsx'
import { Picture } from '#renderer/ui/picture.tsx'
import { counted, momentWords, reproducedWords } from '#renderer/ui/words.ts'
import { useHub } from '#renderer/use-hub.ts'

export function FindingPage({ page, row }: { readonly page: Page; readonly row: InboxRow }): ReactNode {
  const { finding } = page
  return (
    <>
      <h2 className="finding__title">{finding.title}</h2>
      <Facts page={page} />
      <Standing page={page} row={row} />
      <div className="proof">
        <Pictures page={page} />
        <div className="proof__side">
          <Steps page={page} />
          <dl className="why">
            <dt>Why we believe it</dt>
            <dd>{finding.why}</dd>
            <dt>Why it is not noise</dt>
            <dd>{finding.why_not_noise}</dd>
          </dl>
          <Replay page={page} />
        </div>
      </div>
      <StepPictures page={page} />
      <FlowPanel page={page} />
      {page.log !== null && <LogExcerpt log={page.log} />}
      <History page={page} />
      <Details page={page} />
    </>
  )
}

function Facts({ page }: { readonly page: Page }): ReactNode {
  const { finding } = page
  const isSeenOnce = finding.first_seen === finding.last_seen
  return (
    <ul className="meta">
      <li className={`meta__kind tone--${finding.severity}`}>
        <Severity of={finding.severity} />
        {page.label}, {finding.severity}
      </li>
      <li>
        {finding.status === 'crash_log'
          ? `crash log, replayed ${reproducedWords(finding.reproduced)}`
          : `reproduced ${reproducedWords(finding.reproduced)}`}
      </li>
      <li>{page.seen}</li>
      <li>{finding.screen}</li>
      <li>first seen {momentWords(finding.first_seen)}</li>
      {!isSeenOnce && <li>last seen {momentWords(finding.last_seen)}</li>}
      {!(finding.builds.length === 1 && page.seen.includes(finding.builds[0] ?? '')) && (
        <li>
          {finding.builds.length === 1 ? 'build' : 'builds'} {finding.builds.join(', ')}
        </li>
      )}
    </ul>
  )
}

/** What was decided, or what is special about its coming back. */
function Standing({ page, row }: { readonly page: Page; readonly row: InboxRow }): ReactNode {
  const { finding } = page
  switch (finding.status) {
    case 'declined':
      return (
        <Note>
          Declined{page.reason === null || page.reason === '' ? '' : `: ${page.reason}`}. It is not shown again, in any
          build, until you bring it back.
        </Note>
      )
    case 'snoozed':
      return (
        <Note>Put off{page.until === null ? '' : ` until ${momentWords(page.until)}`}. It comes back by itself.</Note>
      )
    case 'regressed':
      return <Note kind="failed">It was gone, and it is back in {finding.builds.at(-1)}.</Note>
    case 'accepted':
      return (
        <Note kind="good">
          Accepted. When a later build no longer shows it, it counts as fixed; when it then comes back, it comes back as
          regressed.
        </Note>
      )
    case 'gone':
      return <Note kind="good">Gone: later builds were at this screen and did not show it.</Note>
    case 'duplicate':
      return (
        <Note>
          A duplicate of{' '}
          {page.of === null ? (
            'another finding'
          ) : (
            <a className="link" href={hrefOf('inbox', page.of)}>
              {page.of}
            </a>
          )}
          .
        </Note>
      )
    case 'crash_log':
      return (
        <Note>
          It did not happen again when replayed. It stands here because the platform’s own log names the crash.
        </Note>
      )
    case 'new':
    case 'seen':
      return row.shown ? null : <Note>Confirmed, but beyond the number of findings a morning shows first.</Note>
  }
}

function Pictures({ page }: { readonly page: Page }): ReactNode {
  if (page.pictures.length === 0) return <Note>No picture was kept for this finding. Its steps are whole.</Note>
  return (
    <>
      {page.pictures.map(picture => (
        <figure key={picture.url} className="proof__picture">
          <figcaption>{picture.role === 'before' ? 'Before' : picture.role === 'after' ? 'After' : 'Step'}</figcaption>
          <Picture
            url={picture.url}
            words={picture.words}
            ratio={picture.width === null || picture.height === null ? null : picture.width / picture.height}
            mark={picture.mark}
          />
          {picture.mark !== null && <span className="unseen">The place of the fault is marked.</span>}
        </figure>
      ))}
    </>
  )
}

function Steps({ page }: { readonly page: Page }): ReactNode {
  const { steps } = page
  return (
    <section aria-label="Steps">
      <div className="proof__head">
        <h3>Steps</h3>
        <span className="quiet">{counted(steps.length, 'step')}, from a fresh start</span>
      </div>
      <ol className="proof__steps">
        {steps.map((step, index) => (
          <li key={index} className={index === steps.length - 1 ? 'is-last' : ''}>
            {step.words}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The steps as a strip, where their pictures were kept. */
function StepPictures({ page }: { readonly page: Page }): ReactNode {
  if (!page.steps.some(step => step.picture !== null)) return null
  return (
    <ol className="strip finding__strip" tabIndex={0} aria-label="The steps in pictures">
      {page.steps.map((step, index) => (
        <li key={index} className={index === page.steps.length - 1 ? 'is-newest' : ''}>
          <Picture url={step.picture} words={`Step ${index + 1}`} isAway />
          <span className="strip__words">
            {index + 1}. {step.words}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Replay({ page }: { readonly page: Page }): ReactNode {
  const hub = useHub()
  const [result, setResult] = useState<{ readonly words: string; readonly kind: 'good' | 'plain' | 'failed' } | null>(
    null,
  )
  const replay = async (): Promise<void> => {
    setResult(null)
    try {
      const answer = await hub.call('finding.replay', { id: page.finding.id })
      const isThere = !answer.reproduced.startsWith('0')
      setResult({
        words: `Reproduced ${reproducedWords(answer.reproduced)}. ${answer.words}`,
        kind: isThere ? 'plain' : 'good',
      })
    } catch (thrown) {
      const why = refusalOf(thrown)
      setResult({ words: [why.words, why.hint ?? ''].join(' ').trim(), kind: 'failed' })
    }
  }
  return (
    <section className="replay" aria-label="Replay">
      <Button icon={RefreshCw} onPress={replay}>
        Replay now
      </Button>
      <span className="quiet">From a fresh start, on the device it was found on.</span>
      <div role="status" className="replay__result">
        {result !== null && <Note kind={result.kind}>{result.words}</Note>}
      </div>
    </section>
  )
}

function History({ page }: { readonly page: Page }): ReactNode {
  if (page.history.length === 0) return null
  return (
    <section className="history" aria-label="What was decided">
      <h3>What was decided</h3>
      <ul>
        {page.history.map((entry, index) => (
          <li key={index}>
            <time className="quiet" dateTime={entry.at}>
              {momentWords(entry.at)}
            </time>
            {entry.words}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Details({ page }: { readonly page: Page }): ReactNode {
  return (
    <details className="panel fold details">
      <summary>
        <b>Details</b>
        <span className="quiet">codes and hashes</span>
      </summary>
      <dl className="details__list">
        {page.details.map(detail => (
          <div key={detail.name}>
            <dt>{detail.name}</dt>
            <dd>
              <code>{detail.value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
