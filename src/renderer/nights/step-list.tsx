// Every step of a night as a list that loads as one scrolls, with the picture of the chosen one beside it.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import { nightId } from '#shared/domain/ids.ts'
import type { StepLine } from '#shared/protocol/shapes.ts'
import { StepFacts } from '#renderer/nights/running-night.tsx'
import { LongList } from '#renderer/ui/long-list.tsx'
import { Bones, Failed } from '#renderer/ui/message.tsx'
import { Picture } from '#renderer/ui/picture.tsx'
import { counted, outcomeWords } from '#renderer/ui/words.ts'
import { useHub } from '#renderer/use-hub.ts'

const pageSteps = 200

export function StepList({ id }: { readonly id: string }): ReactNode {
  const steps = useSteps(id)
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = chosen === null ? null : (steps.at(chosen) ?? null)
  return (
    <section className="panel panel--lined" aria-label="Steps">
      <div className="panel__head">
        <h2 className="panel__title">Steps</h2>
        {steps.total !== null && <span className="quiet">{counted(steps.total, 'step')}</span>}
      </div>
      {steps.why !== null && <Failed what="The steps could not be read" why={steps.why} again={steps.again} />}
      {steps.why === null && steps.total === null && (
        <div className="panel__body">
          <Bones rows={6} />
        </div>
      )}
      {steps.total !== null && steps.total > 0 && (
        <div className={`steps${shown === null ? '' : ' steps--open'}`}>
          <LongList
            items={Array.from({ length: steps.total }, (_, index) => index)}
            keyOf={index => String(index)}
            label="Steps"
            estimatePx={40}
            onRange={steps.need}
            render={index => (
              <Row
                step={steps.at(index)}
                number={index + 1}
                isChosen={index === chosen}
                onChoose={() => setChosen(index === chosen ? null : index)}
              />
            )}
          />
          {shown !== null && (
            <aside className="steps__one" aria-label={`Step ${shown.n}`}>
              <div className="steps__picture">
                <Picture
                  url={shown.picture}
                  words={`${shown.screen_name}, step ${shown.n}`}
                  touch={shown.touch}
                  by={shown.by}
                />
              </div>
              <StepFacts step={shown} />
            </aside>
          )}
        </div>
      )}
    </section>
  )
}

function Row(props: {
  readonly step: StepLine | undefined
  readonly number: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}): ReactNode {
  const { step, number, isChosen, onChoose } = props
  if (step === undefined)
    return (
      <div className="step-row step-row--empty">
        <span className="step-row__n">{number}</span>
        <span className="bone" />
      </div>
    )
  return (
    <button type="button" className="step-row" aria-pressed={isChosen} onClick={onChoose}>
      <span className="step-row__n">{number}</span>
      <span className="step-row__words">{step.words}</span>
      <span className="step-row__screen quiet">
        {step.screen_name}
        {step.new_screen ? ', new' : ''}
      </span>
      <span className={`step-row__outcome ${step.candidates.length > 0 ? 'tone--medium' : 'quiet'}`}>
        {step.candidates[0]?.title ?? outcomeWords(step)}
      </span>
    </button>
  )
}

interface Steps {
  readonly total: number | null
  readonly why: RefusalData | null
  readonly at: (index: number) => StepLine | undefined
  readonly need: (from: number, to: number) => void
  readonly again: () => void
}

function useSteps(id: string): Steps {
  const hub = useHub()
  const [pages, setPages] = useState<ReadonlyMap<number, readonly StepLine[]>>(new Map())
  const [total, setTotal] = useState<number | null>(null)
  const [why, setWhy] = useState<RefusalData | null>(null)
  const asked = useRef(new Set<number>())
  const load = useCallback(
    (page: number) => {
      if (asked.current.has(page)) return
      asked.current.add(page)
      hub.call('night.steps', { id: nightId(id), from: page * pageSteps, limit: pageSteps }).then(
        answer => {
          setTotal(answer.total)
          setPages(now => new Map(now).set(page, answer.steps))
        },
        (thrown: unknown) => {
          asked.current.delete(page)
          setWhy(refusalOf(thrown).toData())
        },
      )
    },
    [hub, id],
  )
  useEffect(() => load(0), [load])
  const need = useCallback(
    (from: number, to: number) => {
      for (let page = Math.floor(from / pageSteps); page <= Math.floor(to / pageSteps); page += 1) load(page)
    },
    [load],
  )
  return {
    total,
    why,
    need,
    at: index => pages.get(Math.floor(index / pageSteps))?.[index % pageSteps],
    again: () => {
      setWhy(null)
      load(0)
    },
  }
}
