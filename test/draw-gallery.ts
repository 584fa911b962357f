// Draws a few hand-made screens of the demo phone to PNG files, to look at:
//   node test/draw-gallery.ts FOLDER [NAME-PART]
import { drawPhone } from '#main/device/demo/engine/draw.ts'
import {
  dialog,
  formScreen,
  listScreen,
  mediaScreen,
  node,
  phoneView,
  sampleWords,
  screenView,
} from './builders/phone-views.ts'
import { layoutPhone } from '#main/device/demo/engine/layout.ts'
import type { PhoneView } from '#main/device/demo/engine/view.ts'
import { makeFolder, writeWhole } from '#main/sys/files.ts'
import { pngOf } from '#main/sys/images.ts'

const { en, de, ar } = sampleWords
const landscape = { width: 2400, height: 1080 } as const

const views: Readonly<Record<string, PhoneView>> = {
  'list-light': phoneView({ screen: listScreen(en) }),
  'list-dark': phoneView({ screen: listScreen(en), dark: true, offline: true }),
  'list-ar': phoneView({
    screen: listScreen(ar),
    rtl: true,
    snackbar: { text: ar.hint, action: node('button', { text: ar.save }) },
  }),
  'list-de-big': phoneView({ screen: listScreen(de), fontScale: 2 }),
  'form-light': phoneView({ screen: formScreen(en) }),
  'form-dark': phoneView({ screen: formScreen(en), dark: true }),
  'form-keyboard': phoneView({ screen: formScreen(en), keyboard: true, toast: 'Saved' }),
  'form-ar': phoneView({ screen: formScreen(ar), rtl: true, keyboard: true }),
  'form-de-big': phoneView({ screen: formScreen(de), fontScale: 2 }),
  'form-landscape': phoneView({ screen: formScreen(en), ...landscape, keyboard: true }),
  'media-light': phoneView({ screen: mediaScreen(en), phase: 3 }),
  'media-dark': phoneView({ screen: mediaScreen(en), dark: true, phase: 5 }),
  'dialog-light': phoneView({ screen: listScreen(en), overlays: [dialog(en)] }),
  'dialog-de-big': phoneView({ screen: listScreen(de), overlays: [dialog(de)], fontScale: 2, ...landscape }),
  'sheet-dark': phoneView({ screen: listScreen(en), overlays: [dialog(en, { kind: 'sheet' })], dark: true }),
  'menu-light': phoneView({ screen: listScreen(en), overlays: [dialog(en, { kind: 'menu', title: '', text: '' })] }),
  permission: phoneView({
    screen: listScreen(en),
    overlays: [
      dialog(en, {
        kind: 'permission',
        package: 'com.android.permissioncontroller',
        title: 'Allow Plants to send you notifications?',
        text: '',
      }),
    ],
  }),
  anr: phoneView({
    screen: formScreen(en),
    overlays: [dialog(en, { kind: 'anr', package: 'android', title: "Plants isn't responding", text: '' })],
  }),
  splash: phoneView({ splash: { label: 'Plants', color: '#2E7D32' } }),
  tv: phoneView({
    width: 1920,
    height: 1080,
    densityDpi: 320,
    surface: 'dpad',
    dark: true,
    screen: screenView({
      title: 'Films',
      body: [
        node('row', {
          children: [
            node('button', { id: 'play', text: 'Play', focused: true }),
            node('button', { id: 'more', text: 'More' }),
          ],
        }),
        node('row', {
          children: ['a', 'b', 'c'].map(seed => node('image', { id: seed, image: seed, clickable: true })),
        }),
      ],
    }),
  }),
}

const [folder, part = ''] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say which folder the pictures go to.')
await makeFolder(folder)
for (const [name, view] of Object.entries(views)) {
  if (!name.includes(part)) continue
  const pixels = drawPhone(layoutPhone(view), view, 0.5)
  await writeWhole(`${folder}/${name}.png`, await pngOf({ id: name, pixels: async () => pixels }))
  console.log(`${name}.png`)
}
