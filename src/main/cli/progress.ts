// Progress of nights on stderr: a bar with the time left where somebody watches one night, plain lines elsewhere.
import type { NightProgressLine } from '#shared/protocol/shapes.ts'
import { counted, printable } from '#main/cli/terminal.ts'
import type { Terminal } from '#main/cli/terminal.ts'

const barColumns = 20

/** What was last said of one night. */
interface Said {
  phase: string
  doing: string
  tenth: number
  readonly findings: Set<string>
}

export class ProgressLine {
  readonly #terminal: Terminal
  readonly #isOnly: boolean
  readonly #said = new Map<string, Said>()
  #isDrawn = false

  constructor(terminal: Terminal, nights = 1) {
    this.#terminal = terminal
    this.#isOnly = nights === 1
  }

  show(progress: NightProgressLine): void {
    const said = this.#saidOf(progress)
    const who = this.#isOnly ? '' : `${progress.mission?.device_name ?? progress.night.devices[0] ?? ''}: `
    // One that is confirmed again moves to the end of the list: told by its id, not by its place.
    for (const finding of progress.findings.filter(one => !said.findings.has(one.id))) {
      said.findings.add(finding.id)
      this.#say(`${who}Confirmed: ${finding.label}. ${finding.title} (${finding.reproduced})`)
    }
    if (this.#terminal.isLive && this.#isOnly) return this.#draw(progress)
    const tenth = progress.fraction === null ? said.tenth : Math.floor(progress.fraction * 10)
    const waits = progress.doing !== said.doing && progress.doing.startsWith('Waiting')
    if (progress.phase === said.phase && tenth <= said.tenth && !waits) return
    said.phase = progress.phase
    said.doing = progress.doing
    said.tenth = Math.max(said.tenth, tenth)
    this.#say(`${who}${lineOf(progress)}`)
  }

  end(): void {
    if (this.#isDrawn) this.#terminal.err('\r\u001b[2K')
    this.#isDrawn = false
  }

  #saidOf({ night }: NightProgressLine): Said {
    const known = this.#said.get(night.id)
    if (known !== undefined) return known
    const said = { phase: '', doing: '', tenth: -1, findings: new Set<string>() }
    this.#said.set(night.id, said)
    return said
  }

  #say(line: string): void {
    this.end()
    this.#terminal.err(`${printable(line)}\n`)
  }

  #draw(progress: NightProgressLine): void {
    const full = Math.round((progress.fraction ?? 0) * barColumns)
    const bar = `${'█'.repeat(full)}${'░'.repeat(barColumns - full)}`
    const line = printable(`${bar} ${lineOf(progress)}`)
    this.#terminal.err(`\r\u001b[2K${line.slice(0, this.#terminal.widthColumns - 1)}`)
    this.#isDrawn = true
  }
}

/** What it does, then how far it is; an ended night's sentence has its figures in it. */
function lineOf(progress: NightProgressLine): string {
  if (progress.phase === 'ended' && progress.refusal === null) return progress.doing
  return `${progress.doing.replace(/\.$/u, '')} · ${countsOf(progress)}${leftOf(progress)}`
}

function countsOf({ night, confirmed }: NightProgressLine): string {
  const screens = `${counted(night.screens, 'screen')} (${night.new_screens} new)`
  return `${counted(night.steps, 'step')}, ${screens}, ${counted(confirmed, 'finding')}`
}

function leftOf({ left_ms: left }: NightProgressLine): string {
  if (left === null || left <= 0) return ''
  const seconds = Math.round(left / 1000)
  if (seconds < 90) return `, ${seconds} s left`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `, ${minutes} min left` : `, ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
