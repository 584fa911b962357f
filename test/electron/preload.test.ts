// What the page gets of its shell: one object of five members, and nothing of electron's own.
import { describe, expect, it, vi } from 'vitest'
import { contextBridge, ipcRenderer } from '../doubles/electron/electron.ts'
import type { NativeShell, WindowAsk } from '#shared/protocol/shell.ts'

const posted = vi.fn()
vi.stubGlobal('location', { origin: 'app://nocturne' })
vi.stubGlobal('postMessage', posted)
await import('../../src/preload/index.ts')
const shell = contextBridge.exposed.get('nocturne') as NativeShell

describe('the preload', () => {
  it('exposes five members and no more', () => {
    expect([...contextBridge.exposed.keys()]).toEqual(['nocturne'])
    expect(Object.keys(shell).toSorted()).toEqual(['askPort', 'dragOut', 'onAsked', 'pathsOf', 'useTheme'])
  })

  it('says where dropped files lie', () => {
    expect(shell.pathsOf([new File([], 'plants 2.apk'), new File([], '植物.apk')])).toEqual([
      '/dropped/plants 2.apk',
      '/dropped/植物.apk',
    ])
  })

  it('hands the chosen theme on', () => {
    shell.useTheme('dark')
    expect(ipcRenderer.sent.splice(0)).toEqual([{ channel: 'nocturne:theme', message: 'dark' }])
  })

  it('hands on what is dragged out', () => {
    shell.dragOut({ is: 'clip', file: '/clips/one.mp4' })
    expect(ipcRenderer.sent.splice(0)).toEqual([
      { channel: 'nocturne:drag', message: { is: 'clip', file: '/clips/one.mp4' } },
    ])
  })

  it('asks for a port by number, and posts it to its own page only', () => {
    shell.askPort(3)
    expect(ipcRenderer.sent).toEqual([{ channel: 'nocturne:port', message: 3 }])
    const port = {}
    const message = { nocturne: 'port', number: 3, refused: null }
    ipcRenderer.listeners.get('nocturne:port')?.({ ports: [port], sender: 'electron’s own' }, message)
    expect(posted).toHaveBeenCalledExactlyOnceWith(message, 'app://nocturne', [port])
  })

  it('keeps what is asked before the page listens, and hands no event on', () => {
    const say = (ask: WindowAsk): void =>
      ipcRenderer.listeners.get('nocturne:asked')?.({ sender: 'electron’s own' }, ask)
    const first: WindowAsk = { is: 'show', place: 'inbox', id: 'F-7' }
    const second: WindowAsk = { is: 'command', of: 'window', id: 'search' }
    say(first)
    const heard = vi.fn()
    shell.onAsked(heard)
    say(second)
    expect(heard.mock.calls).toEqual([[first], [second]])
  })
})
