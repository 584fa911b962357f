// The scorer's process: `node score-worker.ts ORDER.json` prints what the run is worth as one JSON document.
import { Refusal } from '#shared/base/refusal.ts'
import { readText } from '#main/sys/files.ts'
import { score, type ScoreOrder } from '#main/bench/score.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Refusal('bad-value', 'The order file is missing.')
// Written by the bench itself a moment ago, in this very shape.
const order = JSON.parse(await readText(file)) as ScoreOrder
process.stdout.write(JSON.stringify(await score(order)))
