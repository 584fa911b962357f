// Small marks with a shape of their own, so that nothing is told by colour alone: severity bars, device states, kinds.
import type { ReactNode } from 'react'
import { BookOpen, Bot, Moon, Smartphone, Tablet, Tv, User } from 'lucide-react'
import type { DeviceTile, InboxRow } from '#shared/protocol/shapes.ts'
import type { IconOf } from '#renderer/ui/icon.ts'

export function Severity({ of }: { readonly of: InboxRow['severity'] }): ReactNode {
  const bars = of === 'high' ? 3 : of === 'medium' ? 2 : 1
  return (
    <svg className={`severity severity--${of}`} viewBox="0 0 14 14" aria-hidden>
      {[0, 1, 2].map(bar => (
        <rect
          key={bar}
          className={bar < bars ? '' : 'is-off'}
          x={bar * 5}
          y={9 - bar * 4}
          width="4"
          height={5 + bar * 4}
          rx="1"
          fill="currentColor"
        />
      ))}
    </svg>
  )
}

/** The words are said beside it or in its name; the dot is a shape. */
export function StateDot({ state }: { readonly state: DeviceTile['state'] }): ReactNode {
  return (
    <svg className={`state state--${state}`} viewBox="0 0 12 12" aria-hidden>
      {dotOf(state)}
    </svg>
  )
}

function dotOf(state: DeviceTile['state']): ReactNode {
  switch (state) {
    case 'live':
      return <circle cx="6" cy="6" r="4" fill="currentColor" />
    case 'off':
      return <circle cx="6" cy="6" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
    case 'booting':
      return (
        <circle cx="6" cy="6" r="3.8" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="2.4 1.6" />
      )
    case 'asleep':
      return <path d="M9.6 7.4A4 4 0 1 1 5 2a3.2 3.2 0 0 0 4.6 5.4z" fill="currentColor" />
    case 'lost':
      return (
        <path
          d="M6 1.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4zM3 9l6-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        />
      )
    case 'needs-you':
      return <path d="M6 1.5 11 10.5H1z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
  }
}

const kindIcons: Readonly<Record<DeviceTile['kind'], IconOf>> = {
  phone: Smartphone,
  tablet: Tablet,
  foldable: BookOpen,
  tv: Tv,
}

export function KindIcon({ kind }: { readonly kind: DeviceTile['kind'] }): ReactNode {
  const Icon = kindIcons[kind]
  return <Icon className="icon" aria-hidden />
}

const ownerIcons: Readonly<Record<NonNullable<DeviceTile['control']>['kind'], IconOf>> = {
  person: User,
  agent: Bot,
  night: Moon,
}

export function OwnerIcon({ kind }: { readonly kind: NonNullable<DeviceTile['control']>['kind'] }): ReactNode {
  const Icon = ownerIcons[kind]
  return <Icon className="icon" aria-hidden />
}
