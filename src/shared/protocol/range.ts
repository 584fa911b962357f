// The part of a file that a request asks for (`Range`, RFC 9110 14): a player seeks in a clip by it. For both who serve the window.

export type AskedRange =
  | { readonly is: 'whole' }
  | { readonly is: 'part'; readonly from: number; readonly bytes: number }
  /** Beyond its end. */
  | { readonly is: 'none' }

export interface RangeHeaders {
  readonly range: string | null
  /** `If-Range`: we give files no mark to compare, so it never holds. */
  readonly isConditional: boolean
}

/** One range of bytes; several, other units and what cannot be read are answered with the whole file, as the rule allows. */
export function rangeOf({ range, isConditional }: RangeHeaders, length: number): AskedRange {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/iu.exec(range ?? '') ?? []
  if (isConditional || (first === '' && last === '')) return { is: 'whole' }
  if (first === '') {
    const bytes = Math.min(Number(last), length)
    return bytes === 0 ? { is: 'none' } : { is: 'part', from: length - bytes, bytes }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return { is: 'whole' }
  if (from >= length) return { is: 'none' }
  const to = last === '' ? length - 1 : Math.min(Number(last), length - 1)
  return { is: 'part', from, bytes: to - from + 1 }
}

export interface PartAnswer {
  readonly status: 200 | 206 | 416
  readonly from: number
  readonly bytes: number
  readonly headers: Readonly<Record<string, string>>
}

/** How the file, or its part, is answered. */
export function answerOf(asked: RangeHeaders, length: number): PartAnswer {
  const range = rangeOf(asked, length)
  const headers = (bytes: number, more: Readonly<Record<string, string>> = {}): PartAnswer['headers'] => ({
    'Accept-Ranges': 'bytes',
    'Content-Length': String(bytes),
    ...more,
  })
  switch (range.is) {
    case 'whole':
      return { status: 200, from: 0, bytes: length, headers: headers(length) }
    case 'none':
      return { status: 416, from: 0, bytes: 0, headers: headers(0, { 'Content-Range': `bytes */${length}` }) }
    case 'part': {
      const { from, bytes } = range
      const place = `bytes ${from}-${from + bytes - 1}/${length}`
      return { status: 206, from, bytes, headers: headers(bytes, { 'Content-Range': place }) }
    }
  }
}
