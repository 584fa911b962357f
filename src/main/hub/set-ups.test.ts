// Setup flows over the hub: a sign-in before each mission and each replay, values by name only, cards left out in words.
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '#shared/protocol/client.ts'
import { connect } from '#shared/protocol/client.ts'
import { pair } from '#shared/protocol/link.ts'
import type { NightDocument } from '#shared/protocol/shapes.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { secretOf } from '#main/sys/secrets.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'

/** Behind the sign-in is a button that crashes; without it there is nothing to find. */
const app = `format: nocturne-demo-app/1
package: dev.example.members
label: Members
version: {name: "1.0.0", code: 3}
state: {member: "", word: "", signed: false, wrong: false}
persist: [signed]
saved: [member, word, wrong]
start: door
screens:
  door:
    title: Members only
    on: {enter: [{if: "signed", then: [{root: home}]}]}
    body:
      - field: {id: member, hint: Member, label: Member, bind: member}
      - field: {id: word, hint: Word, label: Word, bind: word, kind: password}
      - text: That is not right
        id: wrong
        when: wrong
      - button: Enter
        id: enter
        tap:
          - if: "member == 'fern' && word == 'moss-and-stone'"
            then: [{set: {signed: true, wrong: false}}, {root: home}]
            else: [{set: {wrong: true}}]
  home:
    title: Welcome
    body:
      - button: Open the book
        id: book
        tap: [{go: book}]
  book:
    title: The book
    body:
      - text: A page
        id: page
      - button: Turn the page
        id: turn
        tap: [{toast: Turned}]
bugs:
  - id: crash-turn
    check: crash
    screen: book
    element: turn
    signature: java.lang.IllegalStateException
    reproducible: 1
    shortest: 8
    condition: null
    plant:
      - at: book.turn
        prepend:
          tap: [{crash: {type: java.lang.IllegalStateException, message: No page, frames: [dev.example.members.Book.turn]}}]
`
const flow = `appId: dev.example.members
---
- launchApp:
    clearState: true
- tapOn:
    id: member
- inputText: \${MEMBER}
- tapOn:
    id: word
- inputText: \${WORD}
- hideKeyboard
- tapOn:
    id: enter
- extendedWaitUntil:
    visible: Welcome
    timeout: 5000
`

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: OpenHub | null = null

beforeEach(async () => {
  folder = await temporaryFolder()
  process.env['ANDROID_ADB_SERVER_PORT'] = '1'
  process.env['TEST_MEMBER'] = 'fern'
  process.env['TEST_WORD'] = 'moss-and-stone'
  writeFileSync(join(folder.path, 'members.app.yaml'), app)
  writeFileSync(join(folder.path, 'sign-in.yaml'), flow)
})
afterEach(async () => {
  await open?.[Symbol.asyncDispose]()
  open = null
  delete process.env['TEST_MEMBER']
  delete process.env['TEST_WORD']
  await folder[Symbol.asyncDispose]()
})

async function client(): Promise<Client> {
  open ??= await openHub(join(folder.path, 'home'))
  const [ours, theirs] = pair()
  open.attach(theirs)
  return connect(ours)
}

const headOf = (more: string): string =>
  `app: {demo: members.app.yaml, plant: all}\nsteps: 40\nseed: 2\ncredentials: {MEMBER: "env:TEST_MEMBER", WORD: "env:TEST_WORD"}\n${more}`

async function night(asker: Client, text: string): Promise<NightDocument> {
  const { id } = await asker.call('night.start', { job: { from: 'text', text, folder: folder.path } })
  const stop = new AbortController()
  await asker.watch('night', { id }, line => void (line.phase === 'ended' && stop.abort()), stop.signal)
  return asker.call('night.show', { id })
}

/** Every file of the home, for looking for what must not be in any. */
function homeText(): string {
  const home = join(folder.path, 'home')
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.(png|jpg)$/u.test(entry.name))
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

describe('a job with a setup flow', () => {
  it('signs in before the mission and before each replay, and writes no value down', async () => {
    const asker = await client()
    const { night: row, findings } = await night(asker, headOf('setup_flow: sign-in.yaml\n'))
    expect(row.missions[0]).toMatchObject({ why: null })
    const crash = findings.find(finding => finding.check === 'crash')
    expect(crash).toMatchObject({ screen: 'The book', reproduced: '2/2', flow_result: 'reproduced' })
    const emitted = readFileSync(crash?.flow ?? '', 'utf8')
    expect(emitted).toContain('play the setup flow sign-in.yaml first')
    expect(emitted).toContain('clearState: false')
    const replayed = await asker.call('finding.replay', { id: crash?.id ?? ('' as never) })
    expect(replayed.reproduced).toBe('2/2')
    const steps = await asker.call('night.steps', { id: row.id })
    expect(JSON.stringify([findings, steps])).not.toContain('moss-and-stone')
    expect(homeText()).not.toContain('moss-and-stone')
  })

  it('leaves out a card whose flow has no value for a variable, says why, and goes on with the others', async () => {
    delete process.env['TEST_WORD']
    const cards =
      'cards:\n  - {goal: Read the book, steps: 5, setup_flow: sign-in.yaml}\n  - {goal: Stand at the door, steps: 4}\n'
    const { night: row } = await night(await client(), headOf(cards))
    expect(row.missions).toMatchObject([
      {
        card: 'Read the book',
        steps: 0,
        ended_by: 'device',
        why: expect.stringMatching(/sign-in\.yaml:\d+ needs WORD.*TEST_WORD is not set/su),
      },
      { card: 'Stand at the door', steps: 4, why: null },
    ])
    expect(row.ended_by).toBe('answer')
  })

  it('is refused where nothing could be set up, and where the flow is wrong', async () => {
    delete process.env['TEST_WORD']
    const asker = await client()
    await expect(night(asker, headOf('setup_flow: sign-in.yaml\n'))).rejects.toMatchObject({
      code: 'bad-value',
      where: 'credentials',
      message: expect.stringMatching(/needs WORD.*TEST_WORD is not set/su),
    })
    writeFileSync(join(folder.path, 'sign-in.yaml'), `${flow}- tapp: x\n`)
    await expect(night(asker, headOf('setup_flow: sign-in.yaml\n'))).rejects.toMatchObject({
      where: expect.stringMatching(/sign-in\.yaml:\d+$/u),
    })
    expect((await asker.call('night.list', {})).nights).toEqual([])
  })

  it('tells a sign-in that fails without the value it typed', async () => {
    process.env['TEST_WORD'] = 'wrong-stone'
    writeFileSync(join(folder.path, 'sign-in.yaml'), flow.replace('visible: Welcome', 'visible: ${WORD}'))
    const { night: row } = await night(await client(), headOf('setup_flow: sign-in.yaml\n'))
    expect(row).toMatchObject({ ended_by: 'device', steps: 0 })
    expect(row.missions[0]?.why).toMatch(/setup flow sign-in\.yaml:\d+ did not go through/u)
    expect(homeText()).not.toContain('wrong-stone')
  })
})

describe('a secret by name', () => {
  const { signal } = new AbortController()

  it('is read from the keychain where there is one, and refused in words elsewhere', async () => {
    const security = join(folder.path, 'security')
    writeFileSync(
      security,
      '#!/bin/sh\n[ "$1 $2 $3 $4" = "find-generic-password -w -s plants" ] || exit 44\necho from-the-keychain\n',
    )
    chmodSync(security, 0o755)
    const mac = { env: {}, platform: 'darwin' as const, security }
    expect(await secretOf('keychain:plants', mac, signal)).toBe('from-the-keychain')
    await expect(secretOf('keychain:other', mac, signal)).rejects.toMatchObject({ code: 'bad-value' })
    await expect(secretOf('keychain:plants', { ...mac, platform: 'linux' }, signal)).rejects.toMatchObject({
      code: 'unsupported',
      hint: expect.stringContaining('env:NAME'),
    })
  })
})
