// The apps of a device one by one, a link it opens, and files put into its Download folder.
import { z } from 'zod'
import { call, none, ofDevice, watch } from '#shared/protocol/method.ts'
import { requestShape } from '#shared/protocol/request.ts'

export const appDoings = ['launch', 'stop', 'kill', 'clear', 'uninstall', 'grant', 'revoke'] as const
export type AppDoing = (typeof appDoings)[number]

/** As many as a drop may hold. */
const pathsMost = 200

export const appMethods = {
  /**
   * `stop` is a force stop, `kill` the death of its process while its task stays, `clear` and `uninstall` take its data:
   * who asks for these has asked the person. `permission` for `grant` and `revoke`: `location`, or the system's whole name.
   */
  'device.app': call(
    ofDevice.extend({
      app: z.string().min(1).max(300),
      do: z.enum(appDoings),
      permission: z.string().min(1).max(300).nullable().default(null),
      request: requestShape.optional(),
    }),
    none,
  ),
  'device.openLink': call(ofDevice.extend({ link: z.string().max(8000), request: requestShape.optional() }), none),
  /**
   * Files of this computer, one after the other, never over one that is there. `names` are those they have on the device.
   * Needs no control: it stops nothing that anybody does there.
   */
  'device.toDownloads': call(
    ofDevice.extend({ paths: z.array(z.string().min(1)).min(1).max(pathsMost).readonly() }),
    z.object({ names: z.array(z.string()).readonly() }),
  ),
  /** The file that is sent now, and how much of it has arrived, 0 to 1; null while none is. */
  'device.sending': watch(ofDevice, z.object({ name: z.string(), part: z.number() }).nullable()),
} as const
