// A program that outlives us: what it prints is in a file for its owner alone, and how it ended is told while we live.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { endProcess, startToStay } from '#main/sys/exec.ts'
import { isPortFree } from '#main/sys/ports.ts'
import { isAlive } from '#main/sys/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'nocturne-stay-'))
afterAll(() => rmSync(folder, { recursive: true }))
const never = new AbortController().signal

describe('a program that stays', () => {
  it('prints into its file, which nobody else may read, and tells its exit code', async () => {
    const output = join(folder, 'out.log')
    const started = await startToStay('sh', ['-c', 'echo said; echo told >&2; exit 3'], { output }, never)
    expect(await started.ended).toBe(3)
    expect(readFileSync(output, 'utf8')).toBe('said\ntold\n')
    expect(statSync(output).mode & 0o077).toBe(0)
  })

  it('goes on when the signal it was started with aborts, until it is ended by its number', async () => {
    const stop = new AbortController()
    const { pid, ended } = await startToStay('sleep', ['60'], { output: join(folder, 'sleep.log') }, stop.signal)
    stop.abort(new Error('stopped'))
    expect(isAlive(pid)).toBe(true)
    endProcess(pid, 'SIGTERM')
    expect(await ended).toBeNull()
    expect(() => endProcess(pid, 'SIGTERM')).not.toThrow()
  })

  it('is refused in words where it is not installed', async () => {
    await expect(startToStay('no-such-program', [], { output: join(folder, 'x.log') }, never)).rejects.toThrow(
      'no-such-program is not installed',
    )
  })
})

describe('a port', () => {
  it('is free until somebody listens on it', async () => {
    const { createServer } = await import('node:net')
    const server = createServer()
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await isPortFree(port)).toBe(false)
    await new Promise(resolve => {
      server.close(resolve)
    })
    expect(await isPortFree(port)).toBe(true)
  })
})
