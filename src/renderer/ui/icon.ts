// The type of a lucide icon, so that parts can take one.
import type { ComponentType, SVGProps } from 'react'

export type IconOf = ComponentType<SVGProps<SVGSVGElement> & { readonly size?: number; readonly strokeWidth?: number }>
