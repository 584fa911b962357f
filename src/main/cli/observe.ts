// `nocturne observe ID`: what one observation holds.
import { deviceId } from '#shared/domain/ids.ts'
import { copy } from '#main/sys/files.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'what one observation of a device holds',
  help: `
nocturne observe ID [--tree] [--picture FILE] [--json]

  --tree           the element tree too
  --picture FILE   writes the picture as PNG`,
  run: async (args, terminal) => {
    const words = readWords(args, ['picture'], ['tree'])
    noMore(words, 1)
    const device = deviceId(words.need(0, 'The id of the device'))
    const picture = words.text('picture')
    return withHub(terminal, async client => {
      const seen = await client.call(
        'devices.observe',
        { device, tree: words.flag('tree'), picture: picture !== null },
        terminal.interrupted,
      )
      let file: string | null = null
      if (picture !== null && seen.picture !== null) {
        file = typedPath(picture)
        await copy(seen.picture, file)
      }
      if (words.json) {
        terminal.json({ ...seen, picture: file })
        return 0
      }
      const { foreground, focus, keyboard, tree } = seen
      terminal.out(`Screen: ${seen.screen || '(no title)'}\n`)
      terminal.out(
        `In front: ${foreground.package}${foreground.activity === null ? '' : ` ${foreground.activity}`}${foreground.overlay === null ? '' : `, over it: ${foreground.overlay}`}\n`,
      )
      terminal.out(
        `Focus: ${focus === null ? 'nothing' : `${focus.label} (${focus.id || focus.class})`}\nKeyboard: ${keyboard.shown ? 'shown' : 'hidden'}\n`,
      )
      if (seen.tree_missing !== null) terminal.out(`No tree: ${seen.tree_missing}\n`)
      for (const node of tree ?? []) {
        const { left, top, right, bottom } = node.bounds
        terminal.out(
          `[${left},${top}][${right},${bottom}] ${node.class} ${node.id} "${node.text || node.desc}" ${node.flags.join(' ')}\n`,
        )
      }
      if (file !== null) terminal.out(`Picture: ${file}\n`)
      return 0
    })
  },
}
