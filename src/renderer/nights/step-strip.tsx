// Steps as a strip of small pictures, each cropped round the place it touched.
import type { ReactNode } from 'react'
import type { StepLine } from '#shared/protocol/shapes.ts'
import { Picture } from '#renderer/ui/picture.tsx'

export function StepStrip({ steps }: { readonly steps: readonly StepLine[] }): ReactNode {
  return (
    <ol className="strip" tabIndex={0} aria-label="Steps, oldest first">
      {steps.map((step, index) => (
        <li key={step.n} className={index === steps.length - 1 ? 'is-newest' : ''}>
          <Picture url={step.picture} words={`Step ${step.step}`} touch={step.touch} by={step.by} cropRatio={0.72} />
          <span className="strip__words">{step.words}</span>
        </li>
      ))}
    </ol>
  )
}
