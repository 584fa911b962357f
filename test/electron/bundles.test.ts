// The bundles as electron-vite builds them: a preload that a sandbox can load, a window without Node and without anything of the net,
// a main process that reaches no device code, and a hub that runs as a process of its own.
import { execFile, fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { parseSync } from 'oxc-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
// Inside the checkout: what is built finds its packages and its resources from there.
const built = join(root, 'out', `bundles-${process.pid}`)
const home = mkdtempSync(join(tmpdir(), 'nocturne-bundles-'))

beforeAll(async () => {
  const program = join(root, 'node_modules', '.bin', 'electron-vite')
  await promisify(execFile)(program, ['build', '--outDir', built], { cwd: root })
})

afterAll(() => {
  rmSync(built, { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
})

const filesIn = (folder: string): string[] =>
  readdirSync(join(built, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(built, join(entry.parentPath, entry.name)))
const read = (file: string): string => readFileSync(join(built, file), 'utf8')

/** What a file imports when it is loaded, and all that those import; `later`: what is imported only when it is needed. */
function loadedBy(entry: string, later: boolean): { readonly outside: Set<string>; readonly files: Set<string> } {
  const outside = new Set<string>()
  const files = new Set<string>()
  const visit = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    const text = read(file)
    const { module } = parseSync(file, text)
    const specifiers = [
      ...module.staticImports.map(one => one.moduleRequest.value),
      ...module.staticExports.flatMap(one => one.entries.flatMap(found => found.moduleRequest?.value ?? [])),
      ...(later
        ? module.dynamicImports.map(one => text.slice(one.moduleRequest.start + 1, one.moduleRequest.end - 1))
        : []),
    ]
    for (const specifier of specifiers)
      if (specifier.startsWith('.')) visit(join(dirname(file), specifier))
      else outside.add(specifier)
  }
  visit(entry)
  return { outside, files }
}

describe('the bundles', () => {
  it('have a preload of one CommonJS file that needs electron and nothing else', () => {
    expect(filesIn('preload')).toEqual(['preload/index.cjs'])
    const text = read('preload/index.cjs')
    expect([...text.matchAll(/require\(\s*["']([^"']+)["']\s*\)/gu)].map(([, name]) => name)).toEqual(['electron'])
    expect(text).not.toMatch(/^\s*(import|export)\s/mu)
    expect([...text.matchAll(/exposeInMainWorld\(/gu)]).toHaveLength(1)
  })

  it('have a window without Node, without electron, and without anything of the net', () => {
    for (const file of filesIn('renderer').filter(one => one.endsWith('.js'))) {
      const { module } = parseSync(file, read(file))
      expect(module.staticImports.map(one => one.moduleRequest.value).filter(name => !name.startsWith('.'))).toEqual([])
      expect(read(file)).not.toMatch(/["']node:[a-z]|\brequire\(\s*["'](electron|fs|path|child_process)["']/u)
    }
    const html = read('renderer/index.html')
    const sources = [...html.matchAll(/\b(?:src|href)="([^"]+)"/gu)].map(([, source = '']) => source)
    expect(sources.length).toBeGreaterThan(2)
    for (const source of sources) expect(source).toMatch(/^\.\//u)
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son[a-z]+=/u)
    for (const file of filesIn('renderer').filter(one => one.endsWith('.css')))
      expect(read(file)).not.toMatch(/url\(["']?https?:|@import/u)
  })

  it('have a main process that reaches no device, no store and no package but electron and zod', () => {
    const { outside } = loadedBy('main/index.js', true)
    const node = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name)
    expect([...outside].filter(name => !node(name)).toSorted()).toEqual(['electron', 'zod'])
    expect([...outside]).not.toContain('node:sqlite')
    expect([...outside]).not.toContain('node:child_process')
  })

  it('let only the main process know electron', () => {
    for (const entry of ['main/hub.js', 'main/cli.js'])
      expect([...loadedBy(entry, true).outside]).not.toContain('electron')
  })

  it('have a hub that runs as a process of its own, over its parent’s port', async () => {
    // Stands in for Electron: gives the program a parent port that is a plain message channel of Node.
    const stand = join(built, 'main', 'stand.mjs')
    writeFileSync(
      stand,
      `import { EventEmitter } from 'node:events'
const parent = new EventEmitter()
parent.postMessage = message => process.send(message)
process.on('message', data => parent.emit('message', { data, ports: [] }))
process.parentPort = parent
await import('./hub.js')
`,
    )
    const child = fork(stand, [], { env: { ...process.env, NOCTURNE_HOME: home }, stdio: 'inherit' })
    const said: unknown[] = []
    const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
    await new Promise<void>((resolve, reject) => {
      child.on('message', message => {
        said.push(message)
        resolve()
      })
      child.once('exit', code => reject(new Error(`it ended with ${code}`)))
    })
    expect(said).toEqual([{ is: 'ready', shared: false }])
    // The built command line finds the built hub at its home, and the hub its devices.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(built, 'main', 'cli.js'), 'devices', '--json'],
      {
        env: { ...process.env, NOCTURNE_HOME: home },
      },
    )
    expect(stdout).toContain('"demo-phone"')
    child.send({ is: 'close' })
    expect(await ended).toBe(0)
    expect(said.at(-1)).toEqual({ is: 'closed' })
  })
})
