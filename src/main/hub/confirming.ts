// What a night's confirming borrows: the flows room, told which product and day it is.
import type { ConfirmTools } from '#main/explore/confirm.ts'
import { flowTools } from '#main/explore/flow-tools.ts'
import { wallClock } from '#main/sys/clock.ts'
import { productName } from '#main/sys/paths.ts'

export function confirmTools(): ConfirmTools {
  return { flows: flowTools({ product: productName(), date: wallClock.now().slice(0, 10) }) }
}
