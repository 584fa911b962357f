// Are two looks the same to a person? Moves that mean nothing (clock, cursor, spinner, video, decoration) are masked.
// Used by dead control, frozen, loading, back stack and silent validation.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable } from '#shared/domain/element.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import { sameTree } from '#main/explore/looks.ts'
import { isOpaque, isProgress, pxOf } from '#main/explore/oracles/tree-reading.ts'
import { changedTiles, grown, tilesUnder } from '#main/explore/picture-look.ts'

const statusBarDp = 26

/** What moves by itself or says nothing: the status bar, spinners, video, the cursor of the focused field. */
export function masksOf(observation: Observation): readonly Rect[] {
  const bar = { left: 0, top: 0, right: observation.size.width, bottom: Math.ceil(pxOf(observation, statusBarDp)) }
  const nodes = observation.tree?.nodes ?? []
  const moving = nodes.filter(
    node => isProgress(node) || isOpaque(node) || /video/i.test(node.className) || (isEditable(node) && node.focused),
  )
  return [bar, ...moving.map(node => node.bounds)]
}

/** Tiles that changed among looks between which nothing was done. */
export async function movingTiles(looks: readonly Observation[]): Promise<ReadonlySet<number>> {
  const moving = new Set<number>()
  for (const [at, look] of looks.entries()) {
    const next = looks[at + 1]
    if (next === undefined || next.picture.id === look.picture.id) continue
    for (const changed of changedTiles(await look.picture.pixels(), await next.picture.pixels()) ?? [])
      moving.add(changed)
  }
  return moving
}

/** `idle`: looks between which nothing was done, to learn what moves by itself. */
export async function sameLook(a: Observation, b: Observation, idle: readonly Observation[] = []): Promise<boolean> {
  if (!sameTree(a, b)) return false
  return samePicture(a, b, idle)
}

export async function samePicture(a: Observation, b: Observation, idle: readonly Observation[] = []): Promise<boolean> {
  if (a.picture.id === b.picture.id) return true
  const left = await a.picture.pixels()
  const changed = changedTiles(left, await b.picture.pixels())
  if (changed === null) return false
  if (changed.size === 0) return true
  const masked = tilesUnder(left, masksOf(a))
  const moving = grown(left, await movingTiles(idle))
  return [...changed].every(at => masked.has(at) || moving.has(at))
}
