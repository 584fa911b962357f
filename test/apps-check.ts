// For authors of demo apps: `npm run check:app FILE… [-- --seconds N]` says what is wrong in each file with its line, and
// for each bug in how few actions it was reached against what `shortest` says. Ends with 1 when something is wrong.
import { readFileSync } from 'node:fs'
import { checkApp } from '#main/device/demo/engine/app-file.ts'
import { showsAtOnce, walkTo } from '#main/device/demo/engine/shortest.ts'

const args = process.argv.slice(2)
const secondsAt = args.indexOf('--seconds')
const seconds = secondsAt === -1 ? 8 : Number(args[secondsAt + 1])
const files = args.filter((_, index) => secondsAt === -1 || (index !== secondsAt && index !== secondsAt + 1))
let wrong = 0

for (const file of files) {
  const result = checkApp(readFileSync(file, 'utf8'), file)
  if ('errors' in result) {
    wrong += 1
    for (const error of result.errors) console.log(`${file}:${error.line}: ${error.field}: ${error.words}`)
    continue
  }
  const { app } = result
  console.log(
    `${file}: ${app.screens.length} screens, ${app.bugs.length} bugs, ${app.bugs.filter(bug => bug.condition === null).length} without a condition`,
  )
  for (const bug of app.bugs) {
    const walked = showsAtOnce(app, bug) ? { found: 0, path: [], complete: true } : walkTo(app, bug, seconds * 1000)
    // For these the planted effect is the fault itself, so fewer actions than `shortest` says is wrong as well.
    const isExact = ['crash', 'native_crash', 'left_app', 'blank'].includes(bug.check)
    const isLess = walked.found !== null && isExact && walked.found < bug.shortest
    const isWrong = isLess || (walked.complete && (walked.found === null || walked.found > bug.shortest))
    if (isWrong) wrong += 1
    const said =
      walked.found === null
        ? walked.complete
          ? `not reached in ${bug.shortest + 1}`
          : 'not reached in the time given'
        : `reached in ${walked.found}`
    console.log(
      `  ${isWrong ? 'WRONG' : walked.found === null ? '?    ' : 'ok   '} ${bug.id} (${bug.check}): shortest ${bug.shortest}, ${said}${walked.path.length === 0 ? '' : `: ${walked.path.join(', ')}`}`,
    )
  }
}
process.exitCode = wrong === 0 ? 0 : 1
