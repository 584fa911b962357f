// `nocturne install ID FILE…`: puts builds on a device; what it would need a choice for is refused until it is said.
import { refusalOf, Refusal } from '#shared/base/refusal.ts'
import { choiceHints, dropChoices, type DropChoice } from '#shared/domain/drop.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'
import { readWords } from '#main/cli/command.ts'
import { withHub } from '#main/cli/with-hub.ts'

const flags: readonly DropChoice[] = ['remove-first', 'replace', 'test-only']

export const command: Command = {
  summary: 'puts a build (or several) on a device',
  help: `
nocturne install ID FILE… [--test-only | --replace | --remove-first] [--json]

FILE is an .apk, an .apks, .xapk or .apkm file, a folder of split APKs, or a demo app (.app.yaml) for the demo phone.
The APKs of one app, named one after the other, are installed together.

  --test-only      lets a build in that is marked as test-only
  --replace        replaces an app on a device that somebody or something else holds
  --remove-first   removes the installed app first, with its data (an older version, another signing key)`,
  run: async (args, terminal) => {
    const words = readWords(args, [], flags)
    const device = deviceId(words.need(0, 'The id of the device'))
    words.need(1, 'The file to install')
    const choice = flags.find(flag => words.flag(flag)) ?? null
    const paths = words.rest.slice(1).map(path => typedPath(path))
    return withHub(terminal, async client => {
      const { installed, installs } = await client
        .call('drop.install', { device, paths, choice }, terminal.interrupted)
        .catch((thrown: unknown) => {
          const { code, words: why, where, hint } = refusalOf(thrown).toData()
          throw Refusal.fromData({ code, words: why, where, hint: hintWords(hint, null) })
        })
      const failed = installs.find(one => one.outcome !== 'installed')
      if (words.json) terminal.json({ id: device, installed, installs })
      else {
        for (const app of installed) terminal.out(`${app.label} ${app.versionName} (${app.versionCode})\n`)
        for (const one of installs) {
          const hint = hintWords(one.hint, one.offers)
          terminal.out(`${one.name}: ${one.words}${hint === null ? '' : ` ${hint}`}\n`)
          if (one.raw !== null) terminal.out(`${one.raw.replaceAll(/^/gm, '  | ')}\n`)
        }
      }
      return failed === undefined ? 0 : 1
    })
  },
}

const optionHints: Readonly<Record<DropChoice, string>> = {
  'test-only': 'Add --test-only to install it as a test build.',
  replace: 'Add --replace to replace it, or wait until the device is handed back.',
  'remove-first': 'Add --remove-first to have it removed, with its data.',
}

/** Where there is no button to choose by, a choice is an option. `offers`: the one that gets past it. */
export function hintWords(hint: string | null, offers: DropChoice | null): string | null {
  const asked = dropChoices.find(choice => choiceHints[choice] === hint)
  if (asked !== undefined) return optionHints[asked]
  return hint === null || offers === null ? hint : `${hint} ${optionHints[offers]}`
}
