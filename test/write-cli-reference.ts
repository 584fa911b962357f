// `npm run docs:cli`: writes docs/cli.md from the commands and the shapes they print.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cliReference } from './cli-reference.ts'

const file = join(import.meta.dirname, '..', 'docs', 'cli.md')
writeFileSync(file, await cliReference())
process.stdout.write(`${file}\n`)
