// Files dragged out of the window: clips that the hub told of, pictures the page made, and nothing else of this computer.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deviceId } from '#shared/domain/ids.ts'
import type { RecordingRow } from '#shared/protocol/methods/record.ts'
import { until } from '../builders/until.ts'
import { openShell, page, ScriptedHub, settled } from './open-shell.ts'
import type { OpenedShell } from './open-shell.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

const drag = async (shell: OpenedShell, what: unknown, origin = page): Promise<void> => {
  const { ipcMain, WebFrameMain } = shell.electron
  ipcMain.emit('nocturne:drag', { senderFrame: new WebFrameMain(origin), sender: shell.window().webContents }, what)
  await settled()
}

/** It is carried, as the one after those that were carried before. */
const isCarried = async (shell: OpenedShell, what: unknown): Promise<void> => {
  const before = shell.world.drags.length
  await drag(shell, what)
  await until(() => shell.world.drags.length > before, 'the drag')
}

/** The machine is kept awake for just as long as the shell has heard that a recording goes on. */
const heard = async (shell: OpenedShell, hub: ScriptedHub, row: RecordingRow): Promise<void> => {
  hub.recordings.set({ recordings: [row] })
  await until(() => shell.world.awake.size === (row.is === 'ended' ? 0 : 1), 'the news')
}

const rowOf = (is: RecordingRow['is'], ...files: readonly string[]): RecordingRow => ({
  number: 1,
  device: deviceId('demo-phone'),
  is,
  ms: 1000,
  bytes: 10,
  files: files.map(file => ({ file, url: null, size: { width: 1, height: 1 }, ms: 1000 })),
  notes: [],
  why: null,
})

describe('dragging out of the window', () => {
  it('carries clips the hub told of, and no other path the page names', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    const clip = join(shell.home, 'artifacts', 'recordings', 'demo phone.mp4')
    const beside = join(dirname(clip), 'other.mp4')
    mkdirSync(dirname(clip), { recursive: true })
    for (const file of [clip, beside]) writeFileSync(file, 'clip')
    const gone = join(dirname(clip), 'gone.mp4')
    await heard(shell, hub, rowOf('recording', clip))
    await drag(shell, { is: 'clip', file: clip })
    expect(shell.world.drags).toEqual([])
    await heard(shell, hub, rowOf('ended', clip, gone))
    for (const file of [
      beside,
      gone,
      join(dirname(clip), '..', 'recordings', 'demo phone.mp4') + '/',
      '/etc/passwd',
      join(shell.home, 'window.key'),
      '',
    ])
      await drag(shell, { is: 'clip', file })
    await drag(shell, { is: 'clip', file: clip }, 'https://elsewhere.example')
    for (const what of [null, clip, { is: 'file', file: clip }, { is: 'clip', files: [clip] }]) await drag(shell, what)
    expect(shell.world.drags).toEqual([])
    await isCarried(shell, { is: 'clip', file: clip })
    // It stays the hub's after a newer one of the same device.
    await heard(shell, hub, rowOf('recording', beside))
    await heard(shell, hub, rowOf('ended', beside))
    await isCarried(shell, { is: 'clip', file: beside })
    await isCarried(shell, { is: 'clip', file: clip })
    expect(shell.world.drags.map(({ file }) => file)).toEqual([clip, beside, clip])
    expect(shell.world.drags[0]?.icon).toContain('bytes')
  })

  it('carries a picture of the page under a name in its own folder, and takes only pictures and names', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run })
    for (const name of ['../../evil.png', 'a/b.png', 'x.app', '.png', 'a\0.png', `${'x'.repeat(200)}.png`])
      await drag(shell, { is: 'picture', name, bytes: png })
    await drag(shell, { is: 'picture', name: 'pixel-8.png', bytes: Buffer.from('#!/bin/sh') })
    await drag(shell, { is: 'picture', name: 'pixel-8.png', bytes: 'text' })
    await drag(shell, { is: 'picture', name: 'pixel-8.png', bytes: new Uint8Array(png) })
    await until(() => shell.world.drags.length > 0, 'the drag')
    expect(shell.world.drags).toHaveLength(1)
    const { file = '', icon } = shell.world.drags[0] ?? {}
    expect(file).toBe(join(shell.home, 'window', 'dragged', 'pixel-8.png'))
    expect(icon).toContain('high')
    expect(readFileSync(file)).toEqual(png)
    expect(statSync(dirname(file)).mode & 0o077).toBe(0)
  })

  it('keeps no picture from an earlier start', async () => {
    using first = await openShell({ onFork: new ScriptedHub().run })
    const old = join(first.home, 'window', 'dragged', 'old.png')
    mkdirSync(dirname(old), { recursive: true })
    writeFileSync(old, png)
    using shell = await openShell({ onFork: new ScriptedHub().run, home: first.home })
    await drag(shell, { is: 'picture', name: 'new.png', bytes: png })
    await until(() => shell.world.drags.length > 0, 'the drag')
    expect(() => statSync(old)).toThrow('ENOENT')
  })
})
