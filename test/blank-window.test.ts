// A window in which an app draws nothing: on a real Android a frame without words and controls, not an empty tree. The blank
// screen is told once and the app is started again.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Element } from '#shared/domain/element.ts'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import type { Driver, Look } from '#main/device/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { runDemoNight } from '#main/bench/night/demo-night.ts'
import { Store } from '#main/store/store.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { treeOf } from './builders/observation.ts'

const pkg = 'dev.example.blank'
const app = `format: nocturne-demo-app/1
package: ${pkg}
label: Blank
version: {name: "1.0", code: 1}
start: home
screens:
  home:
    title: Home
    body:
      - {button: Open the chart, id: chart, tap: [{blank: true}]}
      - {button: About, id: about, tap: [{go: about}]}
  about:
    title: About
    body:
      - {text: Charts of the day}
`

/** The phone as real ones are: a window that draws nothing is two bare frames. */
function withFrames(driver: Driver): Driver {
  const bare = (look: Look): Look => {
    if (look.tree === null || look.tree.nodes.length > 0 || look.foreground.package !== pkg) return look
    const frames = treeOf([
      { kind: 'FrameLayout', id: 'android:id/content', at: [0, 24, 411, 842], package: pkg },
    ]).nodes
    return { ...look, tree: { rotation: 0, nodes: frames.map((node): Element => ({ ...node, package: pkg })) } }
  }
  const { screen } = driver
  return {
    ...driver,
    screen: { picture: signal => screen.picture(signal), look: async signal => bare(await screen.look(signal)) },
    [Symbol.asyncDispose]: () => driver[Symbol.asyncDispose](),
  }
}

it('raises blank once where the window is a bare frame, and goes on in the app', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'blank.app.yaml')
  await writeFile(file, app)
  using store = new Store(join(folder.path, 'home'))
  const { signal } = new AbortController()
  await using device = await openDevice(
    withFrames(await openDemoDriver({ seed: 1, nuisance: false, clock: 'virtual' })),
    signal,
  )
  await runDemoNight(
    {
      file,
      plant: 'none',
      seed: 1,
      steps: 40,
      policy: 'explorer',
      conditions: [],
      device,
      book: store,
      pictures: null,
    },
    signal,
  )
  const [night] = store.nights()
  if (night === undefined) throw new Error('there was no night')
  expect(store.findings.ofNight(night.id).map(row => `${row.check} on ${row.screen}`)).toEqual(['blank on Home'])
  expect(store.dropped(night.id)).toEqual([])
})
