// The `avdmanager` program of the SDK double: lists devices, and creates AVDs with the keys the real one writes, after its
// question was answered. `node avdmanager.ts SDK ARGS…`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { avdRoot, readState } from './orders.ts'

const [sdk = '', ...args] = process.argv.slice(2)
const state = readState(sdk)
const of = (flag: string): string => (args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? '') : '')

const devices: Readonly<
  Record<string, { readonly name: string; readonly width: number; readonly height: number; readonly dpi: number }>
> = {
  pixel_8: { name: 'Pixel 8', width: 1080, height: 2400, dpi: 420 },
  pixel_tablet: { name: 'Pixel Tablet', width: 1600, height: 2560, dpi: 320 },
}

function fail(text: string): never {
  console.error(`Error: ${text}`)
  process.exit(1)
}

if (args[0] === 'list' && args[1] === 'device')
  console.log(
    `Available devices definitions:\n${Object.entries(devices)
      .map(([id, { name }], at) => `id: ${at} or "${id}"\n    Name: ${name}\n    OEM : Google\n---------`)
      .join('\n')}`,
  )
else if (args[0] === 'create' && args[1] === 'avd') create()
else fail('unknown command')

function create(): void {
  if (state.refusesToCreate !== null) fail(state.refusesToCreate)
  const [id, image] = [of('--name'), of('--package')]
  if (!state.images.includes(image))
    fail(`Package path is not valid. Valid system image paths are:${state.images.join(' ')}`)
  process.stdout.write('Do you wish to create a custom hardware profile? [no] ')
  if (readFileSync(0, 'utf8').trim() !== 'no') fail('the question about the hardware profile was not answered')
  const folder = join(avdRoot(), `${id}.avd`)
  if (existsSync(folder)) fail(`Android Virtual Device '${id}' already exists.`)
  const device = devices[of('--device')] ?? { name: id, width: 320, height: 640, dpi: 160 }
  const [, platform = '', tag = '', abi = ''] = image.split(';')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'config.ini'),
    [
      'PlayStore.enabled=no',
      `abi.type=${abi}`,
      'avd.id=<build>',
      'avd.name=<build>',
      'hw.keyboard=no',
      `hw.lcd.density=${device.dpi}`,
      `hw.lcd.height=${device.height}`,
      `hw.lcd.width=${device.width}`,
      `image.sysdir.1=system-images/${platform}/${tag}/${abi}/`,
      `tag.id=${tag}`,
      'tag.display=Google APIs',
      '',
    ].join('\n'),
  )
  writeFileSync(
    join(avdRoot(), `${id}.ini`),
    `avd.ini.encoding=UTF-8\npath=${folder}\npath.rel=avd/${id}.avd\ntarget=${platform}\n`,
  )
}
