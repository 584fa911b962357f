// The comment at the head of an exported flow: what it is about, what it proves, how it was played; and reading it back.
// Used by the exporter, and by the player to know what a flow's last assertion means.
import { checks, labelOf, severityOf } from '#shared/domain/check.ts'
import type { Check } from '#shared/domain/check.ts'
import type { FlowResult } from '#shared/domain/finding.ts'

export interface HeaderParts {
  readonly title: string
  readonly fingerprint: string
  readonly check: Check
  readonly asserts: 'maestro' | 'nocturne'
  readonly app: string
  readonly device: string
  readonly condition: string | null
  readonly found: string
  readonly reproduced: string
  readonly minimumCli: string
  readonly file: string
  readonly start: string
  readonly proves: string
  readonly approximate: readonly number[]
  readonly leftOut: readonly string[]
}

export function headerLines(parts: HeaderParts): readonly string[] {
  const polarity =
    parts.asserts === 'maestro'
      ? 'This flow fails while the fault is there and passes once it is fixed (exit 1: reproduced).'
      : 'In plain Maestro this flow only walks to the place. Nocturne’s player asks the check itself on the last screen.'
  const lines = [
    parts.title,
    `finding: ${parts.fingerprint}`,
    `check: ${parts.check} (${labelOf(parts.check)}, ${severityOf(parts.check)})`,
    `asserts: ${parts.asserts}`,
    `app: ${parts.app}`,
    `device: ${parts.device}`,
    `condition: ${parts.condition === null ? 'none' : `${parts.condition}. Set it before the flow; no command of it does`}`,
    `found: ${parts.found}`,
    `reproduced: ${parts.reproduced}`,
    polarity,
    `needs: Maestro CLI ${parts.minimumCli} or later`,
    `run: maestro test ${parts.file}`,
    `start: ${parts.start}`,
    `proves: ${parts.proves}`,
    `approximate steps: ${parts.approximate.length === 0 ? 'none' : parts.approximate.join(', ')}`,
    `left out: ${parts.leftOut.length === 0 ? 'nothing' : parts.leftOut.join('; ')}`,
    playedLine('not_played', ''),
  ]
  return lines.map(line => `# ${line.replaceAll(/\s+/g, ' ').trim()}`)
}

function playedLine(result: FlowResult, where: string): string {
  if (result === 'not_played') return 'played: generated, not played yet'
  return `played: generated; played by Nocturne’s player${where === '' ? '' : ` on ${where}`}: ${result}`
}

/** The flow with its `played` line told anew. */
export function markPlayed(text: string, result: FlowResult, where: string): string {
  const line = `# ${playedLine(result, where.replaceAll(/\s+/g, ' ').trim())}`
  return text.replace(/^# played: .*$/m, () => line)
}

export interface FlowHeader {
  /** What the last assertion means; `maestro` for a flow not written by us. */
  readonly asserts: 'maestro' | 'nocturne'
  readonly check: Check | null
  readonly fingerprint: string | null
  readonly condition: string | null
}

export function readHeader(text: string): FlowHeader {
  const head = /^(?:#.*(?:\r?\n|$))*/.exec(text)?.[0] ?? ''
  const value = (key: string): string | null => new RegExp(`^# ${key}: (.*)$`, 'm').exec(head)?.[1]?.trim() ?? null
  const check = value('check')?.split(' ')[0]
  const condition = value('condition')
  return {
    asserts: value('asserts') === 'nocturne' ? 'nocturne' : 'maestro',
    check: checks.find(known => known === check) ?? null,
    fingerprint: value('finding'),
    condition: condition === null || condition === 'none' ? null : (condition.split('. ')[0] ?? null),
  }
}
