// A program that writes a night into a store as fast as it can and says what is kept; tests kill it.
import { writeSync } from 'node:fs'
import { nightId } from '#shared/domain/ids.ts'
import { Store } from '#main/store/store.ts'
import { aCandidate, aNight, aStep, confirmed, phone } from '../builders/night-records.ts'

const [, , home = ''] = process.argv
const store = new Store(home)
const id = nightId('n-killed')
const app = 'dev.example.lists'
writeSync(1, 'begun\n')
store.beginNight(aNight(id))
store.beginMission(id, 1, { card: 'Explore', device: phone, condition: null })
for (let n = 1; n < 100_000; n += 1) {
  store.step(id, 1, aStep(n, { candidates: [aCandidate({ observation: n })] }), null, app, [
    { key: `screen:s${n}`, json: '{}' },
  ])
  writeSync(1, `step ${n}\n`)
  if (n % 5 === 0) store.file(id, 1, app, '1', confirmed((n % 20).toString(16).padStart(8, 'c')), true)
}
