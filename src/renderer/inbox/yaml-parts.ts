// A line of a flow in parts to colour: comments, keys, quoted text. Looks only; nothing is read from it. Pure.
export interface Part {
  readonly is: 'plain' | 'comment' | 'key' | 'quoted'
  readonly text: string
}

const shape =
  /(?<comment>(?<=^|\s)#.*$)|(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<key>(?<=^[\s-]*|[{,]\s*)[\w.]+(?=:(?:\s|$)))/gu

export function partsOf(line: string): readonly Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of line.matchAll(shape)) {
    if (match.index > at) parts.push({ is: 'plain', text: line.slice(at, match.index) })
    const is =
      match.groups?.['comment'] !== undefined ? 'comment' : match.groups?.['quoted'] !== undefined ? 'quoted' : 'key'
    parts.push({ is, text: match[0] })
    at = match.index + match[0].length
  }
  if (at < line.length) parts.push({ is: 'plain', text: line.slice(at) })
  return parts
}
