// Builds the three bundles: main (Electron's shell and the hub's node entry), preload (one CommonJS file), renderer.
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const at = (path: string): string => resolve(import.meta.dirname, path)

export default defineConfig({
  main: {
    build: { rollupOptions: { input: { index: at('src/main/electron/index.ts'), cli: at('src/main/cli/main.ts') } } },
  },
  preload: {
    build: {
      rollupOptions: { input: { index: at('src/preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [react()],
    build: { minify: true, rollupOptions: { input: { index: at('src/renderer/index.html') } } },
  },
})
