// The demo phone's driver passes the contract every driver passes; so does the demo foldable's.
import { join } from 'node:path'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import { driverContract } from './driver-contract.ts'

driverContract({
  name: 'demo phone',
  own: null,
  open: () => openDemoDriver({ seed: 1, nuisance: false, clock: 'virtual' }),
  build: { path: join(import.meta.dirname, '..', 'resources', 'demo', 'notes.app.yaml'), plant: 'none' },
  package: 'dev.example.jotter',
})

driverContract({
  name: 'demo foldable',
  own: null,
  open: () => openDemoDriver({ seed: 1, nuisance: false, clock: 'virtual', folds: true }),
  build: { path: join(import.meta.dirname, '..', 'resources', 'demo', 'notes.app.yaml'), plant: 'none' },
  package: 'dev.example.jotter',
})
