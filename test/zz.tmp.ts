import { mkdtempSync } from 'node:fs'
import { startAdbDouble, startAdbServer } from './doubles/adb/start.ts'
import { openHub } from '#main/hub/entries/node.ts'
import { Store } from '#main/store/store.ts'
await using double = await startAdbDouble({ seed: 1, nuisance: true, clock: 'stands', scale: 20 })
await using server = await startAdbServer()
await server.connect(double)
process.env.ANDROID_ADB_SERVER_PORT = String(server.port); process.env.NOCTURNE_TIME_SCALE = 'device'
const home = mkdtempSync('/tmp/zz-')
{ using store = new Store(home); store.journalSetting({ night: null, device: double.serial as never, to: { set: 'locale', to: 'de' }, before: { set: 'locale', to: 'en' } }) }
double.handset.phone.setLocale('de')
for (let i = 0; i < 2; i++) {
  const open = await openHub(home)
  console.log(open.hub.repairs.value, JSON.stringify(double.handset.phone.settings))
  await open[Symbol.asyncDispose]()
}
console.log(double.handset.lines.slice(-25))
process.exit(0)
