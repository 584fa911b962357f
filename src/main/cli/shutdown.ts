// `nocturne shutdown ID`: ends an emulator with its snapshot saved.
import { deviceId } from '#shared/domain/ids.ts'
import { give } from '#main/cli/boot.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'

export const command: Command = {
  summary: 'shuts an emulator down and saves its snapshot',
  help: `
nocturne shutdown ID [--json]

Its next boot goes on from there. Where no snapshot could be saved, the next boot is cold, and the answer says so.`,
  run: async (args, terminal) => {
    const words = readWords(args)
    noMore(words, 1)
    return give(deviceId(words.need(0, 'The id of the device')), 'shut-down', words.json, terminal)
  },
}
