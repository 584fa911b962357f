// What a policy is: it sees the screen with what there is to do on it and says what to do next. Explorer, fastbot, random.
// A policy never touches a device, never sees what was planted and draws chance only from its seeded streams.
import type { AppEvent, Observation } from '#shared/domain/device.ts'
import type { Action } from '#shared/domain/night.ts'
import type { Control, Scroller } from '#main/explore/controls.ts'
import type { FieldKind, Form } from '#main/explore/forms.ts'
import type { Tour } from '#main/explore/revisits.ts'
import type { Place, ScreenMap } from '#main/explore/screen-map.ts'

export interface Sight {
  readonly observation: Observation
  readonly place: Place
  readonly controls: readonly Control[]
  readonly scrollers: readonly Scroller[]
  readonly forms: readonly Form[]
  readonly busy: boolean
  readonly map: ScreenMap
  /** Steps left in the mission. */
  readonly left: number
}

export type Purpose =
  | 'try'
  /** The same tap once more: did the first one do nothing? */
  | 'again'
  | 'probe'
  | 'fill'
  | 'submit'
  | 'travel'
  | 'wait'
  | 'back_check'
  | 'restart'
  | 'walk'
  | 'unstick'
  | 'dialog'

export interface Decision {
  readonly action: Action
  readonly purpose: Purpose
  /** What is tried, by its key on the screen; '' for what is not kept in the map. */
  readonly key: string
  /** The form row a fill or submit belongs to; '' for none. */
  readonly row: string
}

/** One action and what came of it. */
export interface Moment {
  readonly decision: Decision
  readonly before: Observation
  readonly from: Place
  readonly after: Observation
  /** Null when the app is not in front any more (crashed, left). */
  readonly to: Place | null
  readonly looks: readonly Observation[]
  readonly events: readonly AppEvent[]
  /** The action was done; false when it was refused or its target was gone. */
  readonly done: boolean
  /** Tree, front or keyboard differ, or the picture does beyond what moves by itself. */
  readonly changed: boolean
}

export interface Policy {
  readonly name: string
  /** A mission begins on freshly cleared data. `tour`: what it should see again because it is under a condition. */
  begin(mission: number, tour: Tour | null): void
  /** What to do now; null when nothing is left worth doing. */
  decide(sight: Sight): Decision | null
  learn(moment: Moment, map: ScreenMap): void
  /** Kinds of fields learnt by typing, by cluster. */
  readonly kinds: ReadonlyMap<string, FieldKind>
}
