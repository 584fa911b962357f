// Did anything change between two looks, beyond what moves by itself? Used by the mission for receipts.
// Reads pixels only where the trees are the same and the pictures' ids differ.
import type { Observation } from '#shared/domain/device.ts'
import { sameTree } from '#main/explore/looks.ts'
import { samePicture } from '#main/explore/oracles/same-look.ts'

/**
 * `calm` are looks at the same screen before the input, between which nothing was done: what differs there moves by itself.
 * A short message that was up in only one of `after` counts as a change.
 */
export async function isChanged(before: Observation, after: readonly Observation[], calm: readonly Observation[]): Promise<boolean> {
  for (const look of after) if (!sameTree(before, look)) return true
  for (const look of after) if (!(await samePicture(before, look, calm))) return true
  return false
}
