// What this computer has and what it lacks, in words, with what to do about each. Nothing is installed from here.
import { Check, Info, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DoctorReport } from '#shared/protocol/shapes.ts'
import { Button } from '#renderer/ui/button.tsx'
import { isMac } from '#renderer/ui/keys.ts'
import { Bones, Failed } from '#renderer/ui/message.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { copyText } from '#renderer/ui/save.ts'
import { useAnswer } from '#renderer/use-hub.ts'

export function Doctor(): ReactNode {
  const report = useAnswer('doctor', {})
  return (
    <section className="panel panel--lined" aria-label={`What this ${isMac ? 'Mac' : 'computer'} has`}>
      <div className="panel__head">
        <h3>What this {isMac ? 'Mac' : 'computer'} has</h3>
        {report.is === 'ready' && <span className="quiet">{summary(report.value)}</span>}
        <div className="panel__end">
          <Button look="bare" icon={RefreshCw} onPress={report.again}>
            Check again
          </Button>
        </div>
      </div>
      {report.is === 'loading' && (
        <div className="panel__body">
          <Bones rows={4} />
        </div>
      )}
      {report.is === 'failed' && <Failed what="This could not be checked" why={report.why} again={report.again} />}
      {report.is === 'ready' && (
        <ul className="doctor">
          {report.value.checks.map(check => (
            <Line key={check.what} check={check} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ check }: { readonly check: DoctorReport['checks'][number] }): ReactNode {
  const notices = useNotices()
  const command = check.do === null ? null : (/(?:Run|Debian|macOS): ([^.]+)/u.exec(check.do)?.[1] ?? null)
  return (
    <li className="doctor__line">
      {check.ok ? (
        <Check className="icon tone--good" aria-label="Ready:" />
      ) : check.optional ? (
        <Info className="icon quiet" aria-label="You may want:" />
      ) : (
        <TriangleAlert className="icon tone--medium" aria-label="Missing:" />
      )}
      <b>{check.what}</b>
      <span className="doctor__words">
        {check.found}
        {check.do !== null && <span className="doctor__do quiet">{check.do}</span>}
      </span>
      {command !== null && (
        <Button
          onPress={async () => {
            await copyText(command)
            notices.done('The command was copied')
          }}
        >
          Copy the command
        </Button>
      )}
    </li>
  )
}

function summary(report: DoctorReport): string {
  const ready = report.checks.filter(check => check.ok).length
  const toDo = report.checks.filter(check => !check.ok && !check.optional).length
  const mayWant = report.checks.filter(check => !check.ok && check.optional).length
  return [`${ready} ready`, toDo > 0 ? `${toDo} to do` : '', mayWant > 0 ? `${mayWant} you may want` : '']
    .filter(words => words !== '')
    .join(', ')
}
