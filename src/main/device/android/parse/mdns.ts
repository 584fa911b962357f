// What the adb server says about services it sees on the network, and about pairing and connecting. Pure; every outcome in words.

export interface MdnsService {
  /** `adb-SERIAL-xxxxxx`, or the name a QR code gave. */
  readonly name: string
  readonly type: '_adb-tls-pairing._tcp' | '_adb-tls-connect._tcp' | '_adb._tcp'
  /** `host:port`. */
  readonly address: string
}

/** A row a service: name, type and address, divided by blanks; a header or an error is passed over. */
export function parseMdnsServices(text: string): readonly MdnsService[] {
  return text.split(/\r?\n/).flatMap(line => {
    const match = /^(.+?)\s+(_adb(?:-tls-(?:pairing|connect))?\._tcp)\.?\s+(\S+:\d+)\s*$/.exec(line.trim())
    if (match === null) return []
    const [, name = '', type = '', address = ''] = match
    return [{ name: name.trim(), type: type as MdnsService['type'], address }]
  })
}

/** Null: it looks for services; else why it does not, in words. */
export function mdnsTrouble(said: string): string | null {
  if (/^ERROR/i.test(said.trim()) || /unavailable|disabled|not enabled/i.test(said))
    return 'The adb server does not look for phones on the network.'
  return null
}

export type PairOutcome =
  | { readonly is: 'paired'; readonly guid: string | null }
  | { readonly is: 'failed'; readonly words: string; readonly hint: string | null }

const openedAgain = 'On the phone open "Pair device with pairing code" again: each code is good for one try.'

export function pairOutcome(said: string): PairOutcome {
  const text = said.trim()
  const paired = /^Successfully paired to \S+(?:.*\[guid=([^\]]+)\])?/.exec(text)
  if (paired !== null) return { is: 'paired', guid: paired[1] ?? null }
  if (/wrong password|connection was dropped/i.test(text))
    return { is: 'failed', words: 'The phone did not take this code, or its dialog was closed.', hint: openedAgain }
  if (/unable to start pairing client|failed to connect|refused|unreachable|timed out/i.test(text))
    return {
      is: 'failed',
      words: 'Nothing takes a pairing at this address.',
      hint: 'Take the address and port of the pairing dialog itself (the other one is for connecting), with both devices in the same network.',
    }
  if (/parse|invalid|bad port|no port/i.test(text))
    return {
      is: 'failed',
      words: 'This is no address of a phone.',
      hint: 'Type it as the phone shows it: 192.168.1.20:37123.',
    }
  if (/unknown host service/i.test(text))
    return {
      is: 'failed',
      words: 'The adb server that runs here is too old to pair.',
      hint: 'Install Android platform tools 30 or newer and restart the server with "adb kill-server".',
    }
  return { is: 'failed', words: `adb says "${text.slice(0, 200)}".`, hint: null }
}

export type ConnectOutcome =
  | { readonly is: 'connected' }
  | { readonly is: 'failed'; readonly words: string; readonly hint: string | null }

/** Older programs end with code 0 whatever came of it: only the text tells. */
export function connectOutcome(said: string): ConnectOutcome {
  const text = said.trim()
  if (/^(already )?connected to /.test(text)) return { is: 'connected' }
  if (/failed to authenticate/i.test(text))
    return {
      is: 'failed',
      words: 'The phone has not allowed this computer.',
      hint: 'Unlock it and confirm, or pair it first.',
    }
  if (/connection refused/i.test(text))
    return {
      is: 'failed',
      words: 'The phone is there, but nothing takes a connection at this port.',
      hint: 'Switch on "Wireless debugging" and take the address and port it shows: the port changes each time.',
    }
  if (/no route|unreachable|timed out|timeout/i.test(text))
    return { is: 'failed', words: 'Nothing answers at this address.', hint: 'Put both devices into the same network.' }
  if (/resolve|no such host|name or service|parse|bad port|empty host|invalid/i.test(text))
    return {
      is: 'failed',
      words: 'This is no address of a phone.',
      hint: 'Type it as the phone shows it: 192.168.1.20:40123.',
    }
  return { is: 'failed', words: `adb says "${text.slice(0, 200)}".`, hint: null }
}
