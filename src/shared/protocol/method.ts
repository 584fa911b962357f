// The three kinds of method there are, for the tables of the contract: a `call` answers once, a `watch` gives a value and
// its changes, a `stream` gives binary frames against credits.
import { z } from 'zod'
import { deviceIdShape } from '#shared/protocol/shapes.ts'

export const call = <P extends z.ZodType, R extends z.ZodType>(
  params: P,
  result: R,
): { kind: 'call'; params: P; result: R } => ({ kind: 'call', params, result })

export const watch = <P extends z.ZodType, R extends z.ZodType>(
  params: P,
  result: R,
): { kind: 'watch'; params: P; result: R } => ({ kind: 'watch', params, result })

export const stream = <P extends z.ZodType>(params: P): { kind: 'stream'; params: P } => ({ kind: 'stream', params })

/** What a method without parameters takes, and what one without an answer gives. */
export const none = z.object({})
/** What every method about one device takes. */
export const ofDevice = z.object({ device: deviceIdShape })
