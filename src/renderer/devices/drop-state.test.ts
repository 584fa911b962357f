// A drop through the window's state: each part of it goes its own way, and what was uploaded is forgotten when it is needed no more.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { DroppedRow, VerdictRow } from '#shared/protocol/methods/drop.ts'
import type { HubLink } from '#renderer/connect.ts'
import { leftOut } from '#renderer/devices/drop-answer.ts'
import { dismissSend, sends, stopSend } from '#renderer/devices/drop-sends.ts'
import { close, dropView, take } from '#renderer/devices/drop-state.ts'

const phone = deviceId('phone')
const ready: VerdictRow = { is: 'ready', words: 'Installs', more: '', replaces: false }
const cannot: VerdictRow = { is: 'cannot', code: 'unsupported', words: 'Needs arm64', more: '' }

const rowOf = (path: string, verdict: VerdictRow): DroppedRow => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return {
    ...leftOut(name, name, ''),
    what: name.endsWith('.apk') ? 'app' : 'file',
    paths: [path],
    readable: true,
    verdicts: [{ device: phone, verdict }],
  }
}

/** What was asked of the hub, and how it answers. */
class TestHub {
  readonly calls: { method: string; paths: readonly string[]; signal: AbortSignal | undefined }[] = []
  verdict = (_path: string): VerdictRow => ready
  send = (_path: string, _signal: AbortSignal | undefined): Promise<void> => Promise.resolve()
  install = (): Promise<void> => Promise.resolve()

  readonly link = {
    call: async (method: string, { paths }: { paths: readonly string[] }, signal?: AbortSignal) => {
      this.calls.push({ method, paths, signal })
      const [path = ''] = paths
      switch (method) {
        case 'drop.read':
          return { builds: paths.map(one => rowOf(one, this.verdict(one))) }
        case 'drop.install':
          await this.install()
          return { installs: [], installed: [] }
        case 'device.toDownloads':
          await this.send(path, signal)
          return { names: paths.map(one => one.slice(one.lastIndexOf('/') + 1)) }
        default:
          return {}
      }
    },
    place: { is: 'socket', url: 'ws://127.0.0.1:1/link', key: 'a-key' },
  } as unknown as HubLink

  of(method: string): readonly (readonly string[])[] {
    return this.calls.filter(call => call.method === method).map(({ paths }) => paths)
  }
}

/** A POST of the browser: answered when the test says so. */
class TestRequest {
  static all: TestRequest[] = []
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {}
  responseText = ''
  url = ''
  isAborted = false
  readonly headers: string[] = []
  onloadend: () => void = () => undefined

  constructor() {
    TestRequest.all.push(this)
  }

  open(_method: string, url: string): void {
    this.url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.push(`${name}: ${value}`)
  }

  send(): void {
    expect(this.headers).toEqual(['Authorization: Bearer a-key'])
  }

  abort(): void {
    this.isAborted = true
    this.onloadend()
  }

  answer(path: string): void {
    this.responseText = JSON.stringify({ path })
    this.onloadend()
  }
}

const inShell = (): void =>
  vi.stubGlobal('nocturne', { pathsOf: (files: File[]) => files.map(file => `/here/${file.name}`) })
const files = (...names: readonly string[]): { files: readonly File[]; folders: readonly string[] } => ({
  files: names.map(name => new File(['bytes'], name)),
  folders: [],
})
let hub: TestHub
beforeEach(() => {
  hub = new TestHub()
  TestRequest.all = []
  vi.stubGlobal('XMLHttpRequest', TestRequest)
})
afterEach(() => {
  close(hub.link)
  dismissSend(phone)
  vi.unstubAllGlobals()
})

describe('a drop on a device', () => {
  it('installs the apps first and sends what is no app into its Download folder', async () => {
    inShell()
    const installed = Promise.withResolvers<void>()
    hub.install = () => installed.promise
    const taking = take(hub.link, files('plants.apk', 'fern.png', 'list.pdf'), phone)
    await expect.poll(() => hub.of('drop.install')).toEqual([['/here/plants.apk']])
    expect(hub.of('device.toDownloads')).toEqual([])
    installed.resolve()
    await taking
    await expect.poll(() => sends.value.get(phone)?.is).toBe('sent')
    expect(hub.of('device.toDownloads')).toEqual([['/here/fern.png'], ['/here/list.pdf']])
    expect(sends.value.get(phone)).toMatchObject({ words: '2 files are in Download', more: 'fern.png, list.pdf' })
    expect(dropView.value.is).toBe('nothing')
  })

  it('sends the files and leaves the app to be chosen where it is not ready for that', async () => {
    inShell()
    hub.verdict = path => (path.endsWith('.apk') ? cannot : ready)
    await take(hub.link, files('plants.apk', 'fern.png'), phone)
    await expect.poll(() => sends.value.get(phone)?.is).toBe('sent')
    expect(hub.of('drop.install')).toEqual([])
    expect(dropView.value).toMatchObject({ is: 'read', builds: [{ name: 'plants.apk' }] })
  })

  it('says how many of the files arrived when one does not, and sends no more', async () => {
    inShell()
    hub.send = path =>
      path.endsWith('b.png')
        ? Promise.reject(new Refusal('failed', 'No space is left.', { hint: 'Free some.' }))
        : Promise.resolve()
    await take(hub.link, files('a.png', 'b.png', 'c.png'), phone)
    await expect.poll(() => sends.value.get(phone)?.is).toBe('failed')
    expect(sends.value.get(phone)).toMatchObject({
      words: 'b.png: No space is left.',
      more: '1 of 3 arrived. Free some.',
    })
    expect(hub.of('device.toDownloads')).toHaveLength(2)
  })

  it('stops sending when it is told to', async () => {
    inShell()
    hub.send = (_, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
    await take(hub.link, files('a.mp4'), phone)
    await expect.poll(() => sends.value.get(phone)?.is).toBe('sending')
    stopSend(phone)
    await expect.poll(() => sends.value.get(phone)).toMatchObject({ is: 'failed', words: 'Sending was stopped.' })
  })

  it('says of a pasted picture that lies nowhere, and of a folder without an APK, what to do', async () => {
    vi.stubGlobal('nocturne', { pathsOf: () => [''] })
    await take(hub.link, { ...files('image.png'), folders: ['trip'] }, phone)
    expect(hub.calls).toEqual([])
    expect(dropView.value).toMatchObject({
      is: 'read',
      builds: [
        { name: 'trip', readable: false, hint: 'Of a folder of other files, drop the files.' },
        { name: 'image.png', readable: false, words: 'is no file of this computer.' },
      ],
    })
  })
})

describe('an upload of a browser', () => {
  it('is forgotten when the drop is cancelled between two files, and no further one is begun', async () => {
    const taking = take(hub.link, files('a.png', 'b.png'), null)
    await expect.poll(() => TestRequest.all.length).toBe(1)
    TestRequest.all[0]?.answer('/dropped/a.png')
    close(hub.link)
    await taking
    expect(TestRequest.all.filter(request => !request.isAborted)).toHaveLength(1)
    expect(hub.of('drop.forget')).toEqual([['/dropped/a.png']])
    expect(hub.of('drop.read')).toEqual([])
    expect(dropView.value.is).toBe('nothing')
  })

  it('is forgotten when it is cancelled while a later file is on its way', async () => {
    const taking = take(hub.link, files('a.png', 'b.png'), null)
    await expect.poll(() => TestRequest.all.length).toBe(1)
    TestRequest.all[0]?.answer('/dropped/a.png')
    await expect.poll(() => TestRequest.all.length).toBe(2)
    close(hub.link)
    await taking
    expect(TestRequest.all[1]?.isAborted).toBe(true)
    expect(hub.of('drop.forget')).toEqual([['/dropped/a.png']])
  })

  it('is forgotten only when the device has what was sent', async () => {
    const arrived = Promise.withResolvers<void>()
    hub.send = () => arrived.promise
    const taking = take(hub.link, files('fern.png'), phone)
    await expect.poll(() => TestRequest.all.length).toBe(1)
    TestRequest.all[0]?.answer('/dropped/fern.png')
    await taking
    await expect.poll(() => hub.of('device.toDownloads')).toEqual([['/dropped/fern.png']])
    expect(hub.of('drop.forget')).toEqual([])
    arrived.resolve()
    await expect.poll(() => hub.of('drop.forget')).toEqual([['/dropped/fern.png']])
  })
})
