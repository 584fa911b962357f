// Discovery files and hardware keys: recorded ones, and any text at all.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDiscovery, pidOfName } from '#main/device/android/parse/discovery.ts'
import { hardwareOf, parseIni } from '#main/device/android/parse/hardware.ts'

const fixtures = join(
  process.env['NOCTURNE_FIXTURES'] ?? join(import.meta.dirname, '../../../../../../shared/fixtures'),
  'android/emulator',
)
const read = (name: string): string => readFileSync(join(fixtures, name), 'utf8')

describe('recorded files', () => {
  if (!existsSync(fixtures)) it('are left out: no fixtures are here', () => undefined)
  else {
    it('says how a running emulator is reached', () => {
      const found = parseDiscovery(read('pid-36.6.11.ini'), 4711)
      expect(found).toMatchObject({
        serial: 'emulator-5554',
        adbPort: 5555,
        avdId: 'Pixel_9',
        avdName: 'Pixel 9',
        version: '36.6.11.0',
      })
      expect(found?.grpc?.port).toBe(8554)
      expect(found?.grpc?.token?.reveal()).toBe('AbCdEf0123456789xyz')
      expect(`${JSON.stringify(found)}`).not.toContain('AbCdEf0123456789xyz')
    })

    it('knows a foldable by its hinge and its outer screen', () => {
      expect(hardwareOf(parseIni(read('foldable-pixel10profold-keys.ini')))).toEqual({
        panel: { width: 2076, height: 2152 },
        densityDpi: 390,
        fold: { outer: { width: 1080, height: 2364 }, hinge: 'vertical', postures: ['closed', 'half-open', 'open'] },
      })
    })

    it('reads a phone past comments and templates', () => {
      expect(hardwareOf(parseIni(read('mediumphone-config.ini')))).toEqual({
        panel: { width: 1080, height: 2400 },
        densityDpi: 420,
        fold: null,
      })
    })
  }
})

describe('a discovery file', () => {
  it('falls back on the folder where a name is a placeholder, and splits at the first sign', () => {
    const found = parseDiscovery('avd.name=<build>\navd.id=<build>\nport.serial=5558\r\navd.dir=/a=b/Pixel_8.avd\n', 7)
    expect(found).toMatchObject({
      serial: 'emulator-5558',
      avdId: 'Pixel_8',
      avdName: 'Pixel 8',
      avdFolder: '/a=b/Pixel_8.avd',
    })
    expect(found?.grpc).toBeNull()
  })

  it('knows keys and certificates', () => {
    const grpc = parseDiscovery('port.serial=5554\ngrpc.port=8554\ngrpc.jwks=/x/jwks/1\ngrpc.certificate=/x/c', 7)?.grpc
    expect(grpc).toEqual({
      port: 8554,
      token: null,
      keys: { folder: '/x/jwks/1', active: '/x/jwks/1/active.jwk' },
      tls: true,
    })
  })

  it('gives something or nothing for any text, and no port that is none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer(), (text, port) => {
        parseDiscovery(text, 1)
        const found = parseDiscovery(`${text}\nport.serial=${port}`, 1)
        if (found !== null) {
          expect(found.consolePort).toBeGreaterThan(0)
          expect(found.consolePort).toBeLessThan(65_536)
        }
        hardwareOf(parseIni(text))
      }),
    )
  })

  it('belongs to the process its name tells', () => {
    expect(['pid_12.ini', 'pid_.ini', 'pid_12.ini.tmp', 'xpid_1.ini'].map(pidOfName)).toEqual([12, null, null, null])
  })
})
