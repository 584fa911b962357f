// Did anything change between two looks, beyond what moves by itself? Used by the mission for receipts.
// Reads pixels only where the trees are the same and the pictures' ids differ.
import type { Observation } from '#shared/domain/device.ts'
import { sameTree } from '#main/explore/looks.ts'
import { samePicture } from '#main/explore/oracles/same-look.ts'

/**
 * `idle` takes looks between which nothing is done, after what passes by itself has passed: it is asked only when the trees
 * are the same and the pictures differ, to learn what moves by itself. A short message that was up in one look counts.
 */
export async function isChanged(
  before: Observation,
  after: readonly Observation[],
  idle: () => Promise<readonly Observation[]>,
): Promise<boolean> {
  for (const look of after) if (!sameTree(before, look)) return true
  const differing: Observation[] = []
  for (const look of after) if (!(await samePicture(before, look))) differing.push(look)
  if (differing.length === 0) return false
  const moving = await idle()
  for (const look of differing) if (!(await samePicture(before, look, moving))) return true
  return false
}
