// States a device, a finding or a grant cannot be in must not compile: this file is only ever type-checked.
import type { DeviceControl, DeviceModel, DeviceState, Power } from '#shared/domain/device.ts'
import type { Confirmed, Verdict } from '#shared/domain/finding.ts'
import type { DeviceId, FindingId, NightId } from '#shared/domain/ids.ts'
import type { Point } from '#shared/domain/geometry.ts'
import type { DrawnModel, FoldableModel } from '#shared/domain/models.ts'
import type { Action, Target } from '#shared/domain/night.ts'

declare const plain: string
declare const night: NightId
declare const target: Target
declare const phone: Omit<DeviceModel, 'kind' | 'fold'>
declare function wantsDevice(id: DeviceId): void
declare function wantsFinding(id: FindingId): void
declare function take<T>(value: T): void

// @ts-expect-error a plain string is no device id
wantsDevice(plain)
// @ts-expect-error a night's id is no finding's
wantsFinding(night)

// @ts-expect-error a device that is off is not asleep
take<Power>({ is: 'off', asleep: true })
// @ts-expect-error a lost device says why
take<Power>({ is: 'lost', nextTryMs: null })
// @ts-expect-error a failed boot says why
take<Power>({ is: 'failed' })
// @ts-expect-error booting has words for its stage
take<Power>({ is: 'booting' })

// @ts-expect-error control without an owner
take<DeviceState['control']>({ ownerGeneration: 3 })
// @ts-expect-error a point without the generation it was read in
take<Point>({ x: 1, y: 2 })

// @ts-expect-error dark is yes or no
take<DeviceControl>({ set: 'dark', to: 'yes' })
// @ts-expect-error there is no such control
take<DeviceControl>({ set: 'volume', to: 3 })
// @ts-expect-error a font scale is a number
take<DeviceControl>({ set: 'fontScale', to: true })

// @ts-expect-error typing says what
take<Action>({ kind: 'type', target })
// @ts-expect-error a wait has a length
take<Action>({ kind: 'wait' })
// @ts-expect-error a tap is aimed at something
take<Action>({ kind: 'tap' })

// @ts-expect-error a verdict of "reproduced" has its count
take<Verdict>({ is: 'reproduced' })
// @ts-expect-error what was dropped is never handed to the store
take<Confirmed['verdict']>({ is: 'dropped', attempts: 4, words: '' })

// ---- drawn models

const slab = { pixels: { width: 1080, height: 2400 }, cornerRadius: 100, cutout: null } as const
const pill = { x: 1, y: 1, width: 2, height: 1, shape: 'pill' } as const
const body = { bezel: 30, radius: 130, buttons: [] } as const
take<DrawnModel>({ name: 'a', form: 'phone', platform: 'android', screen: slab, body })
take<DrawnModel>({ name: 'a', form: 'phone', platform: 'ios', screen: { ...slab, cutout: pill }, body })
// @ts-expect-error Android draws its own cutout
take<DrawnModel>({ name: 'a', form: 'phone', platform: 'android', screen: { ...slab, cutout: pill }, body })
// @ts-expect-error a foldable has two screens
take<DrawnModel>({ name: 'a', form: 'foldable', platform: 'android', screen: slab, body })
// @ts-expect-error a phone does not fold
take<DrawnModel>({ name: 'a', form: 'phone', platform: 'android', screen: slab, body, hinge: 'vertical' })
// @ts-expect-error a foldable is an Android model
take<FoldableModel>({ name: 'a', form: 'foldable', platform: 'ios' })
// @ts-expect-error no TV runs iOS
take<DrawnModel>({ name: 'a', form: 'tv', platform: 'ios', screen: slab, body })
// @ts-expect-error a foldable that is closed and open only has at least one posture
take<FoldableModel['postures']>([])
// @ts-expect-error a button is on an edge that has some
take<DrawnModel['body']['buttons'][number]>({ edge: 'bottom', from: 0.1, to: 0.2 })
// @ts-expect-error a fold is a field only of a foldable
take<DeviceModel & { kind: 'phone' }>({ ...phone, kind: 'phone', fold: { outer: slab.pixels } })
