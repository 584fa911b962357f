// The one object the window gets from its shell. It must expose no channel of Electron's own.
import { contextBridge, webUtils } from 'electron'

contextBridge.exposeInMainWorld('nocturne', {
  /** Where dropped files lie on this computer; '' for one that has no place. */
  pathsOf: (files: readonly File[]): readonly string[] => files.map(file => webUtils.getPathForFile(file)),
})
