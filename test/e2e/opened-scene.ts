// A scene of the fake hub opened in a real browser: what each test of the window begins with. One browser serves a whole
// test file; every scene has a hub and a browser context of its own.
import type { Browser } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { fakeHub } from './fake-hub.ts'
import type { FakeHub } from './fake-hub.ts'
import type { Scene } from './fake-world.ts'
import { launch, openWindow } from './open-window.ts'
import type { Opened } from './open-window.ts'

interface OpenedScene extends AsyncDisposable, Pick<Opened, 'page' | 'complaints'> {
  readonly hub: FakeHub
}

type OpenScene = (scene: Scene, fragment: string, options?: Parameters<typeof openWindow>[2]) => Promise<OpenedScene>

/** Called once at the top of a test file: the browser comes and goes with the file's tests. */
export function sceneOpener(): OpenScene {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  return async (scene, fragment, options = {}) => {
    const hub = await fakeHub(scene)
    const opened = await openWindow(browser, `${hub.url}${fragment}`, options)
    return {
      hub,
      page: opened.page,
      complaints: opened.complaints,
      [Symbol.asyncDispose]: async () => {
        await opened[Symbol.asyncDispose]()
        await hub[Symbol.asyncDispose]()
      },
    }
  }
}
