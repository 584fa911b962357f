// A drop on the demo phone: its app files, checked whole before anything is installed.
import { basename } from 'node:path'
import type { AppsFacet, DropFacet } from '#main/device/driver.ts'
import { loadApp } from '#main/device/demo/engine/app-file.ts'
import type { DemoPhone } from '#main/device/demo/engine/phone.ts'
import { readText } from '#main/sys/files.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { DroppedBuild } from '#shared/domain/drop.ts'

const bytesMost = 4_000_000

export async function readDemoApp(path: string, signal: AbortSignal): Promise<DroppedBuild> {
  signal.throwIfAborted()
  const name = basename(path)
  const { package: pkg, label, versionName, versionCode } = loadApp(await readText(path, bytesMost), name)
  return { what: 'demo', name, path, package: pkg, label, versionName, versionCode }
}

export function dropOnDemo(phone: DemoPhone, apps: Pick<AppsFacet, 'install' | 'uninstall'>): DropFacet {
  return {
    facts: async (pkg, signal) => {
      signal.throwIfAborted()
      const found = phone.packages().find(app => app.package === pkg)
      return Promise.resolve({
        platform: 'demo',
        apiLevel: null,
        abis: [],
        densityDpi: 420,
        locales: [phone.settings.locale],
        installed:
          found === undefined
            ? null
            : { versionName: found.versionName, versionCode: found.versionCode, signers: null },
      })
    },
    install: async ({ build, removeFirst }, onProgress, signal) => {
      if (build.what !== 'demo') throw new Refusal('unsupported', 'A demo device takes demo apps only.')
      onProgress({ words: 'Installing', part: null })
      if (removeFirst && phone.packages().some(app => app.package === build.package))
        await apps.uninstall(build.package, signal)
      const app = await apps.install({ path: build.path }, signal)
      return { is: 'installed', app, words: 'Installed.' }
    },
  }
}
