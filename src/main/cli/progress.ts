// A night's progress on stderr: a bar with the time left where somebody watches, plain lines elsewhere.
import type { NightProgressLine } from '#shared/protocol/shapes.ts'
import type { Terminal } from '#main/cli/terminal.ts'

const barColumns = 20

export class ProgressLine {
  readonly #terminal: Terminal
  #lastPhase = ''
  #lastTenth = -1
  #lastFindings = 0
  #isDrawn = false

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  show(progress: NightProgressLine): void {
    for (const finding of progress.findings.slice(this.#lastFindings))
      this.#say(`Confirmed: ${finding.label}. ${finding.title} (${finding.reproduced})`)
    this.#lastFindings = Math.max(this.#lastFindings, progress.findings.length)
    if (this.#terminal.isLive) return this.#draw(progress)
    const tenth = progress.fraction === null ? this.#lastTenth : Math.floor(progress.fraction * 10)
    if (progress.phase === this.#lastPhase && tenth <= this.#lastTenth) return
    this.#lastPhase = progress.phase
    this.#lastTenth = Math.max(this.#lastTenth, tenth)
    this.#say(`${progress.doing} ${countsOf(progress)}${leftOf(progress)}`)
  }

  end(): void {
    if (this.#isDrawn) this.#terminal.err('\r\u001b[2K')
    this.#isDrawn = false
  }

  #say(line: string): void {
    this.end()
    this.#terminal.err(`${line}\n`)
  }

  #draw(progress: NightProgressLine): void {
    const full = Math.round((progress.fraction ?? 0) * barColumns)
    const bar = `${'█'.repeat(full)}${'░'.repeat(barColumns - full)}`
    const line = `${bar} ${progress.doing} ${countsOf(progress)}${leftOf(progress)}`
    this.#terminal.err(`\r\u001b[2K${line.slice(0, this.#terminal.widthColumns - 1)}`)
    this.#isDrawn = true
  }
}

function countsOf({ night, confirmed }: NightProgressLine): string {
  return `${night.steps} steps, ${night.screens} screens (${night.new_screens} new), ${confirmed} findings`
}

function leftOf({ left_ms: left }: NightProgressLine): string {
  if (left === null || left <= 0) return ''
  const seconds = Math.round(left / 1000)
  if (seconds < 90) return `, ${seconds} s left`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `, ${minutes} min left` : `, ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
