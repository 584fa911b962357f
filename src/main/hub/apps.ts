// The demo apps that come with Nocturne: what a night can be started on without owning anything.
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { Refusal } from '#shared/base/refusal.ts'
import { parse } from '#shared/base/parse.ts'
import type { Given } from '#shared/protocol/contract.ts'
import { namesIn, readText } from '#main/sys/files.ts'
import { resourcesFolder } from '#main/sys/paths.ts'

/** The demo's own: short nights show many kinds on it. */
export const demoAppId = 'notes'
const ending = '.app.yaml'

const headShape = z.object({
  label: z.string(),
  version: z.object({ name: z.string(), code: z.number() }),
  package: z.string(),
})

const folder = (): string => join(resourcesFolder(), 'demo')

export async function demoApps(): Promise<Given<'apps.list'>['apps']> {
  const files = (await namesIn(folder())).filter(name => name.endsWith(ending))
  return Promise.all(
    files.map(async name => {
      const head = parse(headShape, parseYaml(await readText(join(folder(), name))), name)
      return {
        label: head.label,
        kind: 'demo' as const,
        id: name.slice(0, -ending.length),
        version: `${head.version.name} (${head.version.code})`,
        words: `A demo app on the built-in phone, with bugs planted in it (${head.package}).`,
      }
    }),
  )
}

export async function demoAppFile(id: string): Promise<string> {
  const ids = (await namesIn(folder())).filter(name => name.endsWith(ending)).map(name => name.slice(0, -ending.length))
  if (!ids.includes(id))
    throw new Refusal('bad-value', `There is no demo app "${id}".`, {
      where: 'app',
      hint: `There are: ${ids.join(', ')}.`,
    })
  return join(folder(), `${id}${ending}`)
}
