// Every shape a serial has, and which rows of adb's list are one phone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAdbDevices, wordsOfState } from '#main/device/android/parse/adb-devices.ts'
import { connectOutcome, mdnsTrouble, pairOutcome, parseMdnsServices } from '#main/device/android/parse/mdns.ts'
import { bestOf, isOwnNumber, shapeOf, waysOf } from '#main/device/android/serials.ts'

const shape = (serial: string): unknown => shapeOf({ serial, path: 'usb:1-4' })

describe('a serial', () => {
  it.each([
    ['R5CT1234567', { is: 'usb', phone: 'R5CT1234567' }],
    ['emulator-5554', { is: 'emulator', phone: 'emulator-5554' }],
    ['192.168.1.20:5555', { is: 'address', phone: null }],
    ['phone.local:40123', { is: 'address', phone: null }],
    ['[fe80::1%wlan0]:5555', { is: 'address', phone: null }],
    ['adb-R5CT1234567-Xy12zZ._adb-tls-connect._tcp', { is: 'service', phone: 'R5CT1234567' }],
    ['adb-R5CT1234567-Xy12zZ._adb-tls-connect._tcp.', { is: 'service', phone: 'R5CT1234567' }],
    ['adb-R5CT1234567-Xy12zZ (2)._adb-tls-connect._tcp', { is: 'service', phone: 'R5CT1234567' }],
    ['adb-R5CT1234567._adb._tcp', { is: 'service', phone: 'R5CT1234567' }],
    ['(no serial number)', { is: 'none', phone: 'no-serial-usb:1-4' }],
  ])('%s tells its shape', (serial, expected) => expect(shape(serial)).toEqual(expected))

  it('of a service that was named twice is read whole from the list', () => {
    const [row] = parseAdbDevices('adb-ABC12345-Xy12zZ (2)._adb-tls-connect._tcp device product:p model:Pixel_8')
    expect(row).toMatchObject({ serial: 'adb-ABC12345-Xy12zZ (2)._adb-tls-connect._tcp', state: 'device' })
  })

  it('of any kind is put somewhere', () => {
    fc.assert(fc.property(fc.string(), serial => void shapeOf({ serial, path: null })))
  })

  it('that many devices share is nobody’s own', () => {
    expect(['EMULATOR34X1X3X0', 'unknown', '', '0123456789ABCDEF', '00000000'].filter(isOwnNumber)).toEqual([])
    expect(isOwnNumber('R5CT1234567')).toBe(true)
  })
})

describe('a phone on a cable and on Wi-Fi', () => {
  const rows = parseAdbDevices('R5CT1 device usb:1-4\nadb-R5CT1-Xy12zZ._adb-tls-connect._tcp device\n')
  it('is used by its cable, and says so', () => {
    expect(bestOf(rows)?.serial).toBe('R5CT1')
    expect(waysOf(rows)).toBe('by USB and Wi-Fi')
    expect(bestOf(rows.map((row, at) => (at === 0 ? { ...row, state: 'offline' } : row)))?.serial).toMatch(/^adb-/)
  })
})

describe('a state', () => {
  const states =
    'offline unauthorized authorizing connecting recovery sideload bootloader rescue host noDevice unknown detached'
  it.each(states.split(' '))('%s is said in words with what to do', state => {
    expect(wordsOfState(state)).toMatch(/^\w.*\. [A-Z].*\.$/)
    expect(wordsOfState(state)).not.toMatch(/adb says/)
  })

  it('of no permissions tells what is missing by what adb tells', () => {
    const said = (why: string): string | null => wordsOfState(`no permissions (${why}); see [http://x]`)
    expect(said('missing udev rules? user is in the plugdev group')).toMatch(/udev rules/)
    expect(said('user in plugdev group; are your udev rules wrong?')).toMatch(/udev rules/)
    expect(said('user me is not in the plugdev group')).toMatch(/group "plugdev"/)
  })

  it('offline differs by how it is reached', () => {
    expect(wordsOfState('offline', 'usb')).toMatch(/plug/i)
    expect(wordsOfState('offline', 'network')).toMatch(/Wi-Fi/)
  })
})

describe('what the server says of the network', () => {
  it('is read as services', () => {
    const text = [
      'List of discovered mdns services',
      'adb-R5CT1-Xy12zZ\t_adb-tls-connect._tcp\t192.168.1.20:40123',
      'nocturne-abc\t_adb-tls-pairing._tcp.\t192.168.1.20:37123',
      'adb-R5CT1-Xy12zZ (2)   _adb-tls-connect._tcp  [fe80::1]:40124',
      'broken',
    ].join('\n')
    expect(parseMdnsServices(text)).toEqual([
      { name: 'adb-R5CT1-Xy12zZ', type: '_adb-tls-connect._tcp', address: '192.168.1.20:40123' },
      { name: 'nocturne-abc', type: '_adb-tls-pairing._tcp', address: '192.168.1.20:37123' },
      { name: 'adb-R5CT1-Xy12zZ (2)', type: '_adb-tls-connect._tcp', address: '[fe80::1]:40124' },
    ])
    expect(mdnsTrouble('mdns daemon version [Openscreen discovery 0.0.0]')).toBeNull()
    expect(mdnsTrouble('ERROR: mdns discovery disabled')).toMatch(/does not look/)
  })

  it('about pairing and connecting is always an outcome', () => {
    expect(pairOutcome('Successfully paired to 192.168.1.20:37123 [guid=adb-R5CT1-Xy12zZ]')).toEqual({
      is: 'paired',
      guid: 'adb-R5CT1-Xy12zZ',
    })
    expect(pairOutcome('Failed: Wrong password or connection was dropped.')).toMatchObject({
      is: 'failed',
      words: expect.stringMatching(/did not take this code/) as string,
    })
    expect(pairOutcome('unknown host service')).toMatchObject({ words: expect.stringMatching(/too old/) as string })
    expect(connectOutcome('already connected to 1.2.3.4:5555')).toEqual({ is: 'connected' })
    expect(connectOutcome("failed to connect to '1.2.3.4:5555': Connection refused")).toMatchObject({ is: 'failed' })
    fc.assert(
      fc.property(fc.string(), said => {
        expect(['paired', 'failed']).toContain(pairOutcome(said).is)
        expect(['connected', 'failed']).toContain(connectOutcome(said).is)
      }),
    )
  })
})
