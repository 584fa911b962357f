// The hub of the stream bench, a process of its own: the real one, with the bench's page in the place of the window.
// `node hub.ts <page folder>`; prints its address, ends with its input. An empty line
// asks for its memory, a device's id for how long its newest units took.
import { createInterface } from 'node:readline'
import { compose } from '#main/hub/compose.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { FanOut } from '#main/device/stream/fan-out.ts'
import { serveWeb } from '#main/hub/entries/web.ts'
import { homeFolder } from '#main/sys/paths.ts'

const open = await openHub(homeFolder(), compose())
const web = await serveWeb(open.hub, 0, process.argv[2])
console.log(web.link())
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '') {
    const stream = (await open.hub.device(line)).stream as FanOut
    console.log(JSON.stringify(stream.times.splice(0)))
    continue
  }
  globalThis.gc?.()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  console.log(JSON.stringify({ rss, heapUsed, arrayBuffers, cpuMs: (user + system) / 1000 }))
}
await web[Symbol.asyncDispose]()
await open[Symbol.asyncDispose]()
process.exit(0)
