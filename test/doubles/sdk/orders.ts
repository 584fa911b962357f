// What a test tells the doubles of Android's programs: a file in their SDK that each of them reads at its start.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BootTimes } from '../emulator/orders.ts'

export interface SdkState {
  /** Where discovery files go. */
  readonly running: string
  readonly adbServer: number
  readonly boot: BootTimes
  /** So many of the next starts crash after `crashMs`. */
  readonly crashes: number
  readonly crashMs: number
  /** The next starts end at once with this. */
  readonly failsWith: { readonly code: number; readonly text: string } | null
  /** How long it takes to save a snapshot at the end; null saves none. */
  readonly saveMs: number | null
  /** It does not end when it is told to. */
  readonly hangs: boolean
  /** What avdmanager answers to `create`, instead of doing it. */
  readonly refusesToCreate: string | null
  readonly images: readonly string[]
}

/** A start of the emulator's program, as it was asked for. */
export interface Started {
  readonly pid: number
  readonly args: readonly string[]
  /** Whether it went on from a snapshot. */
  readonly fromSnapshot: boolean
}

const stateFile = (sdk: string): string => join(sdk, 'double.json')
export const startsFile = (sdk: string): string => join(sdk, 'starts.jsonl')

export const readState = (sdk: string): SdkState => JSON.parse(readFileSync(stateFile(sdk), 'utf8')) as SdkState

export function writeState(sdk: string, state: SdkState): void {
  writeFileSync(`${stateFile(sdk)}.part`, JSON.stringify(state))
  renameSync(`${stateFile(sdk)}.part`, stateFile(sdk))
}

/** As the programs find them. */
export const avdRoot = (): string =>
  process.env['ANDROID_AVD_HOME'] ?? join(process.env['HOME'] ?? '', '.android', 'avd')
