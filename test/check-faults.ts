// `npm run check:faults`: 500 inputs with 100 faults (dropped connection, refused injection, no answer, dead encoder, device
// restarted), none reported landed that did not; then ten turns in five seconds while dragging. `--inputs N`, `--faults N`,
// `--seed N` for others.
import process from 'node:process'
import { faultRun, turnRun } from './fault-run.ts'

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(name)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}

const faults = await faultRun({
  inputs: option('--inputs', 500),
  faults: option('--faults', 100),
  seed: option('--seed', 1),
})
const kinds = Object.entries(faults.faults).map(([kind, count]) => `${count} ${kind}`)
process.stdout.write(
  `${faults.inputs} inputs; faults: ${kinds.join(', ')}. Reported landed ${faults.landed}, refused ${faults.refused}, unknown ${faults.unknown}; picture seen to change ${faults.seenChanged}.\n`,
)
const turns = await turnRun({ turns: 10, everyMs: 500 })
process.stdout.write(`${turns.turns} turns under a drag of ${turns.moves} moves and ${turns.presses} presses.\n`)
const missed = [...faults.missed, ...turns.missed]
for (const words of missed) process.stdout.write(`MISSED ${words}\n`)
process.stdout.write(
  missed.length === 0
    ? 'held   nothing reported landed that did not, nothing in the wrong place, nothing left down\n'
    : `${missed.length} faults\n`,
)
process.exitCode = missed.length === 0 ? 0 : 1
