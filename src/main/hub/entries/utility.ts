// The hub as Electron's utility process: started by the main process, which only hands ports on. Nothing of Electron is imported.
import process from 'node:process'
import { homeFolder } from '#main/sys/paths.ts'
import { serveParent } from '#main/hub/entries/ports.ts'
import type { ParentPort } from '#main/hub/entries/ports.ts'

const parent = (process as { parentPort?: ParentPort }).parentPort
if (parent === undefined) throw new Error('this program is started by Electron as its utility process')
await serveParent(parent, homeFolder())
process.exit(0)
