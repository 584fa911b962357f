// The double itself: what the shell would call that is not there fails, with its name.
import { describe, expect, it } from 'vitest'
import { app, BrowserWindow, MessageChannelMain, session } from '../doubles/electron/electron.ts'

describe('the double of electron', () => {
  it.each([
    ['app.setLoginItemSettings', () => Reflect.get(app, 'setLoginItemSettings')],
    ["app.on('gpu-process-crashed')", () => app.on('gpu-process-crashed', () => {})],
    ['session.fromPartition', () => Reflect.get(session, 'fromPartition')],
    ['BrowserWindow.setKiosk', () => Reflect.get(new BrowserWindow({}), 'setKiosk')],
  ])('has no %s, and says so', (name, call) => {
    expect(call).toThrow(name)
  })

  it('lets nothing be transferred over a port of the main process, which would be lost', () => {
    const { port1 } = new MessageChannelMain()
    expect(() => port1.postMessage('x', [new ArrayBuffer(1)])).toThrow('loses what is transferred')
  })
})
