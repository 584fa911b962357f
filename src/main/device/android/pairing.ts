// Phones without a cable: paired by the six digits they show or by a QR code they scan, then connected, all through the adb
// server that runs here. Every outcome in words; codes and passwords are never logged.
import { adbServer } from '#main/device/android/adb.ts'
import { askServer } from '#main/device/android/host-services.ts'
import { parseAdbDevices } from '#main/device/android/parse/adb-devices.ts'
import {
  connectOutcome,
  mdnsTrouble,
  pairOutcome,
  parseMdnsServices,
  type MdnsService,
} from '#main/device/android/parse/mdns.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal, refusalOf, wordsOf } from '#shared/base/refusal.ts'

export interface QrOffer {
  readonly is: 'waiting' | 'pairing' | 'paired' | 'failed'
  /** What the code says; null where none can be offered. */
  readonly text: string | null
  readonly words: string
  readonly hint: string | null
}

export interface PairingTimes {
  readonly pollMs: number
  /** After pairing, until the phone offers its connection. */
  readonly connectWithinMs: number
}

const usual: PairingTimes = { pollMs: 1000, connectWithinMs: 8000 }
const pairMs = 30_000
const connectMs = 15_000
const askMs = 5000
/** `192.168.1.20:37123`, `phone.local:37123`, `[fe80::1]:37123`. */
const addressPattern = /^(?:\[[0-9A-Fa-f:.]+(?:%\w+)?\]|[A-Za-z0-9][A-Za-z0-9.-]*):(\d{1,5})$/
const connectHint =
  'Connect to the address and port that "Wireless debugging" itself shows: another port than the one for pairing.'

export class Pairing {
  readonly #port: number
  readonly #times: PairingTimes

  constructor(port: number, times: Partial<PairingTimes> = {}) {
    this.#port = port
    this.#times = { ...usual, ...times }
  }

  /** Answers in words; a code is good for one try. */
  async pair(address: string, code: string, signal: AbortSignal): Promise<string> {
    checkAddress(address)
    if (!/^\d{6}$/.test(code)) throw new Refusal('bad-value', 'A pairing code has six digits.', { where: 'code' })
    const guid = await this.#pair(address, code, signal)
    return this.#afterPairing(guid, signal)
  }

  async connect(address: string, signal: AbortSignal): Promise<string> {
    checkAddress(address)
    await this.#connect(address, signal)
    return `Connected to ${address}.`
  }

  /** A code to be scanned, and what becomes of it, until the phone is there or the signal aborts. */
  async offer(tell: (offer: QrOffer) => void, signal: AbortSignal): Promise<void> {
    const name = `nocturne-${randomWord(8)}`
    const password = randomWord(12)
    const text = `WIFI:T:ADB;S:${name};P:${password};;`
    const waiting: QrOffer = {
      is: 'waiting',
      text,
      words: 'On the phone: Developer options, Wireless debugging, "Pair device with QR code".',
      hint: null,
    }
    try {
      await this.#needMdns(signal)
      tell(waiting)
      const service = await this.#service(one => one.name === name && one.type === '_adb-tls-pairing._tcp', signal)
      tell({ is: 'pairing', text, words: `A phone at ${service.address} has scanned it. Pairing`, hint: null })
      const guid = await this.#pair(service.address, password, signal)
      tell({ is: 'pairing', text, words: 'Paired. Connecting', hint: null })
      tell({ is: 'paired', text: null, words: await this.#afterPairing(guid, signal), hint: null })
    } catch (thrown) {
      signal.throwIfAborted()
      const { words, hint } = refusalOf(thrown)
      tell({ is: 'failed', text: null, words, hint })
    }
  }

  async #pair(address: string, secret: string, signal: AbortSignal): Promise<string | null> {
    const said = await this.#said(`pair:${secret}:${address}`, pairMs, signal)
    const outcome = pairOutcome(said)
    if (outcome.is === 'paired') return outcome.guid
    throw refusal(outcome, address)
  }

  /** Newer servers connect by themselves to what they are paired with; others are told to. */
  async #afterPairing(guid: string | null, signal: AbortSignal): Promise<string> {
    const until = performance.now() + this.#times.connectWithinMs
    let why: string | null = null
    while (guid !== null && performance.now() < until) {
      if (await this.#isListed(guid, signal)) return 'Paired and connected.'
      const service = (await this.#services(signal)).find(
        one => one.name === guid && one.type === '_adb-tls-connect._tcp',
      )
      if (service !== undefined) {
        const failed = await this.#connect(service.address, signal).then(() => null, wordsOf)
        if (failed === null) return 'Paired and connected.'
        why = failed
      }
      await sleep(this.#times.pollMs, signal)
    }
    return `Paired, but not connected yet. ${why === null ? '' : `${why} `}${connectHint}`
  }

  async #connect(address: string, signal: AbortSignal): Promise<void> {
    const outcome = connectOutcome(await this.#said(`connect:${address}`, connectMs, signal))
    if (outcome.is === 'failed') throw refusal(outcome, address)
  }

  async #needMdns(signal: AbortSignal): Promise<void> {
    const said = await this.#said('mdns:check', askMs, signal)
    if (/unknown host service/i.test(said))
      throw new Refusal('failed', 'The adb server that runs here is too old to be found by a QR code.', {
        hint: 'Install Android platform tools 31 or newer and restart the server with "adb kill-server".',
      })
    const trouble = mdnsTrouble(said)
    if (trouble !== null)
      throw new Refusal('failed', trouble, { hint: 'Pair by the six-digit code instead: it needs no such search.' })
  }

  async #service(is: (service: MdnsService) => boolean, signal: AbortSignal): Promise<MdnsService> {
    for (;;) {
      const found = (await this.#services(signal)).find(is)
      if (found !== undefined) return found
      await sleep(this.#times.pollMs, signal)
    }
  }

  async #services(signal: AbortSignal): Promise<readonly MdnsService[]> {
    return parseMdnsServices(await this.#said('mdns:services', askMs, signal))
  }

  async #isListed(guid: string, signal: AbortSignal): Promise<boolean> {
    const rows = parseAdbDevices(await this.#said('devices-l', askMs, signal))
    return rows.some(row => row.serial.startsWith(guid) && row.state === 'device')
  }

  /** What the server says, be it an answer or its own refusal; that there is no server is ours to say. */
  async #said(service: string, ms: number, signal: AbortSignal): Promise<string> {
    try {
      return await askServer(this.#port, service, ms, signal)
    } catch (thrown) {
      signal.throwIfAborted()
      if (thrown instanceof Refusal && thrown.code === 'outcome-unknown') throw thrown
      if (await this.#isServed()) return wordsOf(thrown)
      throw new Refusal('failed', `No adb server answers on port ${this.#port}.`, {
        hint: 'Start one with "adb start-server"; Nocturne does not start or stop it for you.',
        cause: thrown,
      })
    }
  }

  #isServed(): Promise<boolean> {
    return adbServer(this.#port)
      .getVersion()
      .then(
        () => true,
        () => false,
      )
  }
}

const refusal = (outcome: { readonly words: string; readonly hint: string | null }, where: string): Refusal =>
  new Refusal('failed', outcome.words, { where, ...(outcome.hint === null ? {} : { hint: outcome.hint }) })

function checkAddress(address: string): void {
  const port = Number(addressPattern.exec(address)?.[1])
  if (port > 0 && port < 65_536) return
  throw new Refusal('bad-value', `"${address}" is no address of a phone.`, {
    where: 'address',
    hint: 'Type it as the phone shows it: 192.168.1.20:37123.',
  })
}

/** Letters and digits that need no escaping in the code, and no eye could mistake. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function randomWord(length: number): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint32Array(length))
  return [...bytes].map(number => letters[number % letters.length]).join('')
}
