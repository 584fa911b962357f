// A device's screen as a picture of all its pixels, for a person to keep. Takes no control.
import { ofDevice, stream } from '#shared/protocol/method.ts'

export const screenshotMethods = {
  /** One PNG file, in pieces. */
  'device.screenshot': stream(ofDevice),
} as const
