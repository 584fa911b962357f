// The `sdkmanager` program of the SDK double: what is installed, after its progress bar. `node sdkmanager.ts SDK ARGS…`.
import { readState } from './orders.ts'

const [sdk = ''] = process.argv.slice(2)
process.stdout.write(
  '[=====                  ] 20% Loading local repository...\r[=======================] 100% Computing updates...\r',
)
console.log('Installed packages:\n  Path | Version | Description | Location\n  ------- | ------- | ------- | -------')
console.log('  emulator | 36.6.11 | Android Emulator | emulator')
for (const image of readState(sdk).images)
  console.log(`  ${image} | 9 | Google APIs System Image | ${image.replaceAll(';', '/')}`)
