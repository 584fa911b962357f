// The excerpt of the log that goes with a finding, as it was written.
import type { ReactNode } from 'react'
import { Button } from '#renderer/ui/button.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { copyText } from '#renderer/ui/save.ts'

export function LogExcerpt({ log }: { readonly log: string }): ReactNode {
  const notices = useNotices()
  return (
    <section className="flow panel" aria-label="Log">
      <div className="flow__head">
        <h3>Log</h3>
        <span className="quiet">what the platform wrote when it happened</span>
        <div className="panel__end">
          <Button
            look="bare"
            onPress={async () => {
              await copyText(log)
              notices.done('The log was copied')
            }}
          >
            Copy
          </Button>
        </div>
      </div>
      <pre className="log" tabIndex={0} aria-label="The log’s text">
        {log}
      </pre>
    </section>
  )
}
