// Electron's entry: starts the shell from the folder this bundle lies in.
import { join } from 'node:path'
import { startShell } from '#main/electron/start.ts'

startShell(join(import.meta.dirname, '..'), process.argv, process.platform)
