// Builds the three bundles: main (Electron's shell, the hub's utility process, the command line), preload (one CommonJS file), renderer.
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const at = (path: string): string => resolve(import.meta.dirname, path)

export default defineConfig({
  main: {
    build: {
      rollupOptions: {
        input: {
          index: at('src/main/electron/index.ts'),
          hub: at('src/main/hub/entries/utility.ts'),
          cli: at('src/main/cli/main.ts'),
        },
      },
    },
  },
  // A sandboxed preload is one CommonJS file and can require nothing but electron.
  preload: {
    build: {
      externalizeDeps: false,
      rollupOptions: { input: { index: at('src/preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [react()],
    build: { minify: true, rollupOptions: { input: { index: at('src/renderer/index.html') } } },
  },
})
