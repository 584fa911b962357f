import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Electron itself does not run here: its double fails on whatever it does not know.
  resolve: { alias: { electron: join(import.meta.dirname, 'test/doubles/electron/electron.ts') } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // Most of a test's time is waiting for devices, browsers and processes: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    // Limits are for what never comes; none is near what a busy machine needs.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
