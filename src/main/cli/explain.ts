// `nocturne explain FILE`: what our parsers read out of a recorded output.
import { typedPath } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'what our parsers read out of a recorded output',
  help: `
nocturne explain FILE [--as KIND] [--json]

Kinds: uiautomator, dumpsys-window, dumpsys-input-method, logcat-crash, logcat-events, adb-devices, adb-install, getprop,
logcat-anr, anr-traces, dumpsys-battery, exit-info, emulator-discovery, avd-config, maestro-flow. Exit 1 when the parser
refuses the file.`,
  run: async (args, terminal) => {
    const words = readWords(args, ['as'])
    noMore(words, 1)
    const path = typedPath(words.need(0, 'The file'))
    return withHub(terminal, async client => {
      const { read, refused } = await client.call('explain', { path, kind: words.text('as') }, terminal.interrupted)
      terminal.json(read)
      return refused ? 1 : 0
    })
  },
}
