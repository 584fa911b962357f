// A finding's flow: its text with line numbers, what it did when it was played, and copying, saving and playing it.
import { CircleCheck, CircleDashed, Play, Workflow } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { DeviceTile, FindingPage, FlowRun } from '#shared/protocol/shapes.ts'
import { partsOf } from '#renderer/inbox/yaml-parts.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Note } from '#renderer/ui/message.tsx'
import { Menu } from '#renderer/ui/menu.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { copyText, saveText } from '#renderer/ui/save.ts'
import { useHub, useWatch } from '#renderer/use-hub.ts'

const resultWords: Readonly<Record<FindingPage['finding']['flow_result'], string>> = {
  reproduced: 'reproduced when played',
  drifted: 'drifted when played: an earlier step failed',
  passed: 'passed when played: the fault did not show',
  refused: 'was refused when played',
  not_played: 'not played yet',
}

export function FlowPanel({ page }: { readonly page: FindingPage }): ReactNode {
  const hub = useHub()
  const notices = useNotices()
  const [played, setPlayed] = useState<Played | null>(null)
  const { flow, finding } = page
  if (flow === null) return <Note>There is no flow for this finding.</Note>
  const isGood = finding.flow_result === 'reproduced'
  const play = async (device: DeviceTile): Promise<void> => {
    setPlayed({ is: 'playing', on: device.name })
    try {
      const run = await hub.call('flow.run', { device: device.id, flow: { from: 'finding', id: finding.id } })
      setPlayed({ is: 'played', on: device.name, run })
    } catch (thrown) {
      const why = refusalOf(thrown)
      setPlayed({ is: 'failed', on: device.name, words: [why.words, why.hint ?? ''].join(' ').trim() })
    }
  }
  return (
    <section className="flow panel" aria-label="Flow">
      <div className="flow__head">
        <Workflow className="icon quiet" aria-hidden />
        <h3 title={flow.name}>{flow.name}</h3>
        <span className={`flow__result ${isGood ? 'tone--good' : 'quiet'}`}>
          {isGood ? <CircleCheck className="icon" aria-hidden /> : <CircleDashed className="icon" aria-hidden />}
          {resultWords[finding.flow_result]}
        </span>
        <div className="panel__end">
          <Button
            look="bare"
            onPress={async () => {
              await copyText(flow.text)
              notices.done('The flow was copied')
            }}
          >
            Copy
          </Button>
          <Button look="bare" onPress={() => saveText(flow.name, flow.text)}>
            Save
          </Button>
          <PlayOn isPlaying={played?.is === 'playing'} onPlay={play} />
        </div>
      </div>
      <div role="status">{played !== null && <PlayedNote played={played} />}</div>
      <FlowText text={flow.text} badLine={played?.is === 'played' ? played.run.line : null} />
      <p className="flow__foot quiet">
        {finding.asserts === 'maestro'
          ? 'Plain Maestro can play it: the assertion at its end fails where the fault shows.'
          : 'In plain Maestro it only walks to the place. Nocturne’s own player then asks the check that found it.'}
      </p>
    </section>
  )
}

type Played =
  | { readonly is: 'playing'; readonly on: string }
  | { readonly is: 'played'; readonly on: string; readonly run: FlowRun }
  | { readonly is: 'failed'; readonly on: string; readonly words: string }

function PlayedNote({ played }: { readonly played: Played }): ReactNode {
  const body = (): ReactNode => {
    switch (played.is) {
      case 'playing':
        return <Note>Playing on {played.on}…</Note>
      case 'failed':
        return <Note kind="failed">{played.words}</Note>
      case 'played':
        return (
          <Note kind={played.run.result === 'passed' ? 'good' : played.run.result === 'refused' ? 'failed' : 'plain'}>
            <b>
              {
                { reproduced: 'Reproduced', passed: 'Passed', drifted: 'Drifted', refused: 'Refused' }[
                  played.run.result
                ]
              }{' '}
              on {played.on}.
            </b>{' '}
            {played.run.words}
          </Note>
        )
    }
  }
  return <div className="flow__played">{body()}</div>
}

function PlayOn({
  isPlaying,
  onPlay,
}: {
  readonly isPlaying: boolean
  readonly onPlay: (device: DeviceTile) => Promise<void>
}): ReactNode {
  const devices = useWatch('devices', {})
  const list = devices.is === 'ready' ? devices.value.devices : []
  return (
    <Menu
      button={
        <button type="button" className="button" disabled={isPlaying} aria-busy={isPlaying || undefined}>
          {isPlaying ? <span className="button__busy" /> : <Play className="icon" aria-hidden />}
          Play on…
        </button>
      }
      lines={
        list.length === 0
          ? [{ is: 'item', words: 'No device is here', why: 'Plug one in, or start an emulator.', onPress: () => {} }]
          : list.map(device => ({
              is: 'item',
              words: device.name,
              note: device.runtime,
              why: device.state === 'live' || device.state === 'asleep' ? null : (device.why ?? 'It is not on.'),
              onPress: () => onPlay(device),
            }))
      }
    />
  )
}

/** A long header of comments is folded: the steps are what one looks for. Copy and Save take all of it. */
const foldedFrom = 5

function FlowText({ text, badLine }: { readonly text: string; readonly badLine: number | null }): ReactNode {
  const lines = text.replace(/\n$/u, '').split('\n')
  const first = lines.findIndex(line => !line.startsWith('#'))
  const [isFolded, setFolded] = useState(first >= foldedFrom)
  const from = isFolded ? first : 0
  return (
    <>
      {first >= foldedFrom && (
        <button
          type="button"
          className="code__fold quiet"
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? `Show its header, ${first} lines: what it proves, what it needs` : 'Hide its header'}
        </button>
      )}
      <ol className="code" tabIndex={0} aria-label="The flow’s text" start={from + 1}>
        {lines.slice(from).map((line, index) => (
          <Line key={from + index} line={line} number={from + index + 1} isBad={from + index + 1 === badLine} />
        ))}
      </ol>
    </>
  )
}

function Line({
  line,
  number,
  isBad,
}: {
  readonly line: string
  readonly number: number
  readonly isBad: boolean
}): ReactNode {
  return (
    <li className={isBad ? 'is-bad' : ''}>
      <span className="code__number" aria-hidden>
        {number}
      </span>
      {partsOf(line).map((part, at) => (
        <span key={at} className={`code__${part.is}`}>
          {part.text}
        </span>
      ))}
      {isBad && <span className="code__here"> it ended here</span>}
    </li>
  )
}
