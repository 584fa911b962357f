// Recorded outputs of real devices, read where they lie; they are no part of this repository. Where they are absent the
// tests that need them say so.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(process.env['NOCTURNE_FIXTURES'] ?? '../shared/fixtures')

export interface Recording {
  /** `uiautomator/compose-settings.xml`. */
  readonly name: string
  readonly text: string
}

export const hasRecordings = (platform: string): boolean => existsSync(join(root, platform))

export const recording = (platform: string, name: string): string => readFileSync(join(root, platform, name), 'utf8')

export function recordingsOf(platform: string, folder: string): readonly Recording[] {
  return readdirSync(join(root, platform, folder))
    .sort()
    .map(file => ({ name: `${folder}/${file}`, text: recording(platform, `${folder}/${file}`) }))
}
