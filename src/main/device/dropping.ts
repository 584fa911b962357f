// What a device makes of a drop: the verdict from its own facts and from who holds it, and the install that follows. An
// install needs no control: a new app stops nothing. Replacing one under somebody is what judge asks about or refuses.
import type { AppsFacet, DropFacet } from '#main/device/driver.ts'
import type { Ledger } from '#main/device/ledger.ts'
import { deadlineMs } from '#main/device/ledger.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { DeviceModel, DeviceState, Owner, OwnerKind } from '#shared/domain/device.ts'
import type {
  DropChoice,
  DropHolder,
  DroppedBuild,
  InstallOutcome,
  InstallProgress,
  DropVerdict,
} from '#shared/domain/drop.ts'
import { choiceHints, isChosen } from '#shared/domain/drop.ts'
import { judge } from '#shared/domain/drop-judge.ts'

/** Who drops. `holds`: it has control itself now. */
export interface DropAsker {
  readonly owner: Owner
  readonly holds: boolean
}

export interface DropPlace {
  readonly model: DeviceModel
  readonly apps: AppsFacet | null
  readonly ledger: Ledger
  readonly state: () => DeviceState
}

export async function judgeOn(
  place: DropPlace,
  build: DroppedBuild,
  asker: DropAsker,
  signal: AbortSignal,
): Promise<DropVerdict> {
  const { model } = place
  const drop = place.apps?.drop ?? null
  if (drop === null)
    return {
      is: 'cannot',
      code: 'unsupported',
      words: 'Nothing can be installed here',
      more: `${model.name} takes no apps.`,
    }
  const { power } = place.state()
  if (power.is !== 'on') return notOn(place)
  const facts =
    build.what === 'ios'
      ? { platform: model.platform, apiLevel: null, abis: [], densityDpi: 0, locales: [], installed: null }
      : await drop.facts(build.package, signal)
  return judge(build, { ...facts, name: model.name, holder: holderOf(place.state(), asker), asker: asker.owner.kind })
}

function notOn({ model }: DropPlace): DropVerdict {
  return { is: 'cannot', code: 'not-booted', words: 'It is not running', more: `Start ${model.name} first.` }
}

function holderOf({ control }: DeviceState, asker: DropAsker): DropHolder {
  if (control === null) return 'nobody'
  return asker.holds ? 'asker' : control.owner.kind
}

/** One at a time (`busy`). What judge would not let through is refused in its words, unless it was chosen. */
export async function installOn(
  place: DropPlace,
  build: DroppedBuild,
  choice: DropChoice | null,
  asker: DropAsker,
  onProgress: (progress: InstallProgress) => void,
  signal: AbortSignal,
): Promise<InstallOutcome> {
  const { name } = build
  return place.ledger.run(`installing ${name}`, deadlineMs.install, signal, async late => {
    const verdict = await judgeOn(place, build, asker, late)
    refuseUnchosen(verdict, choice, name, place.state().control?.owner.kind ?? null)
    return dropOf(place).install(
      { build, testOnly: isChosen(choice, 'test-only'), removeFirst: choice === 'remove-first' },
      onProgress,
      late,
    )
  })
}

function dropOf({ apps, model }: DropPlace): DropFacet {
  const drop = apps?.drop ?? null
  if (drop === null) throw new Refusal('unsupported', `${model.name} takes no apps.`)
  return drop
}

function refuseUnchosen(verdict: DropVerdict, choice: DropChoice | null, name: string, holder: OwnerKind | null): void {
  if (verdict.is === 'cannot') throw new Refusal(verdict.code, `${verdict.words}. ${verdict.more}`, { where: name })
  if (verdict.is === 'choice' && !isChosen(choice, verdict.choice))
    throw new Refusal(
      verdict.choice !== 'replace' ? 'failed' : holder === 'person' ? 'person-has-control' : 'busy',
      `${verdict.words} ${verdict.more}`,
      {
        where: name,
        hint: choiceHints[verdict.choice],
      },
    )
}
