// Hand-made views of the demo phone for the tests of layout and drawing and for test/draw-gallery.ts; no app runs.
import { plainNode } from '#main/device/demo/engine/screen-view.ts'
import type { NodeKind, OverlayView, PhoneView, ScreenView, ViewNode } from '#main/device/demo/engine/view.ts'

let counter = 0

/** A node of a kind with everything else as plain as can be; its key follows from its id. */
export function node(kind: NodeKind, given: Partial<ViewNode> = {}): ViewNode {
  counter += 1
  return {
    ...plainNode,
    kind,
    key: given.id === undefined || given.id === '' ? `n${counter}` : given.id,
    clickable: kind === 'button' || kind === 'field' || kind === 'toggle' || kind === 'check' || kind === 'radio',
    checked: kind === 'toggle' || kind === 'check' || kind === 'radio' ? false : null,
    ...given,
  }
}

export function screenView(given: Partial<ScreenView> = {}): ScreenView {
  return {
    package: 'dev.example.plants',
    activity: '.MainActivity',
    title: 'Plants',
    up: false,
    bar: true,
    actions: [],
    body: [],
    tabs: null,
    fab: null,
    scroll: {},
    theme: { primary: '#2E7D32', darkPrimary: null },
    ...given,
  }
}

export function phoneView(given: Partial<PhoneView> = {}): PhoneView {
  return {
    width: 1080,
    height: 2400,
    densityDpi: 420,
    fontScale: 1,
    dark: false,
    rtl: false,
    time: '09:00',
    offline: false,
    splash: null,
    blank: null,
    screen: screenView(),
    overlays: [],
    keyboard: false,
    toast: null,
    snackbar: null,
    phase: 0,
    secure: false,
    ...given,
  }
}

export interface SampleWords {
  readonly title: string
  readonly add: string
  readonly save: string
  readonly hint: string
  readonly long: string
  readonly tabs: readonly [string, string, string]
  readonly rows: readonly (readonly [string, string])[]
}

export const sampleWords: Readonly<Record<'en' | 'de' | 'ar', SampleWords>> = {
  en: {
    title: 'Plants',
    add: 'Add plant',
    save: 'Save',
    hint: 'Search by name',
    long: 'Most house plants die of too much water, not of too little. Feel the soil before you reach for the can.',
    tabs: ['Plants', 'Reminders', 'Search'],
    rows: [
      ['Fern', 'Days: 3'],
      ['Cactus', 'Days: 12'],
      ['Monstera by the window in the living room, next to the shelf', 'Days: 7'],
    ],
  },
  de: {
    title: 'Wiederherstellungsschlüssel',
    add: 'Pflanze hinzufügen',
    save: 'Benachrichtigungen ausschalten',
    hint: 'Woran du erinnert werden willst',
    long: 'Die meisten Zimmerpflanzen sterben an zu viel Wasser, nicht an zu wenig. Fühle die Erde, bevor du gießt.',
    tabs: ['Pflanzen', 'Erinnerungen', 'Einstellungen'],
    rows: [
      ['Farn', 'Tage: 3'],
      ['Kaktus', 'Tage: 12'],
      ['Fensterblatt im Wohnzimmer neben dem Bücherregal am Fenster', 'Tage: 7'],
    ],
  },
  ar: {
    title: 'النباتات',
    add: 'إضافة نبات',
    save: 'حفظ',
    hint: 'البحث بالاسم',
    long: 'تموت معظم نباتات المنزل من كثرة الماء لا من قلته. تحسس التربة قبل أن تمسك الإبريق.',
    tabs: ['النباتات', 'التذكيرات', 'بحث'],
    rows: [
      ['سرخس', 'الأيام: 3'],
      ['صبار', 'الأيام: 12'],
      ['Monstera قرب النافذة في غرفة المعيشة بجانب رف الكتب', 'الأيام: 7'],
    ],
  },
}

export const sampleTabs = (words: SampleWords): NonNullable<ScreenView['tabs']> => ({
  items: [
    node('icon', { id: 'tab_home', text: words.tabs[0], icon: 'heart', selected: true, clickable: true }),
    node('icon', { id: 'tab_reminders', text: words.tabs[1], icon: 'bell', clickable: true }),
    node('icon', { id: 'tab_search', text: words.tabs[2], icon: 'search', clickable: true }),
  ],
})

/** A list with pictures, actions, tabs and a floating button. */
export function listScreen(words: SampleWords, more: Partial<ScreenView> = {}): ScreenView {
  return screenView({
    title: words.title,
    actions: [
      node('icon', { id: 'settings', icon: 'gear', label: 'Settings', clickable: true }),
      node('icon', { id: 'profile', icon: 'user', label: 'Profile', clickable: true }),
    ],
    body: [
      node('card', {
        id: 'tip',
        clickable: true,
        children: [node('text', { id: 'tip_text', text: words.long })],
      }),
      node('list', {
        id: 'plants',
        children: words.rows.map(([text, detail], place) =>
          node('list_row', { id: 'plant', key: `plant:${place}`, text, detail, image: text, clickable: true }),
        ),
      }),
      node('row', {
        children: [
          node('text', { id: 'order', text: words.hint }),
          node('icon', { id: 'sort', icon: 'sort', label: 'Sort', clickable: true }),
        ],
      }),
      node('text', { id: 'note', text: words.long, lines: 1 }),
    ],
    tabs: sampleTabs(words),
    fab: node('icon', { id: 'add', icon: 'plus', label: words.add, clickable: true }),
    ...more,
  })
}

/** Every control a form has. */
export function formScreen(words: SampleWords, more: Partial<ScreenView> = {}): ScreenView {
  return screenView({
    title: words.add,
    up: true,
    body: [
      node('field', { id: 'name', hint: words.hint, text: 'Fern \u{1F33F}', focused: true }),
      node('field', { id: 'notes', hint: words.hint }),
      node('field', { id: 'secret', hint: words.hint, text: 'abcdef', password: true }),
      node('toggle', { id: 'tips', text: words.long, checked: true }),
      node('toggle', { id: 'quiet', text: words.hint }),
      node('check', { id: 'ask', text: words.hint, checked: true }),
      node('radio', { id: 'low', text: words.tabs[0], checked: true }),
      node('radio', { id: 'high', text: words.tabs[1] }),
      node('text', { id: 'days_text', text: words.rows[0]?.[1] ?? '' }),
      node('slider', { id: 'days', value: 0.3, label: words.hint }),
      node('row', {
        children: [node('button', { id: 'cancel', text: words.add }), node('button', { id: 'save', text: words.save })],
      }),
      node('button', { id: 'off', text: words.save, enabled: false }),
    ],
    ...more,
  })
}

/** What is drawn without nodes, text sizes, and what waits. */
export function mediaScreen(words: SampleWords, more: Partial<ScreenView> = {}): ScreenView {
  return screenView({
    title: words.title,
    up: true,
    body: [
      node('text', { id: 'headline', text: words.title, size: 24 }),
      node('image', { id: 'picture', image: 'fern', label: 'Picture' }),
      node('row', {
        children: [
          node('icon', { id: 'bell', icon: 'bell', label: 'Bell', animate: true }),
          node('icon', { id: 'previous', icon: 'previous', label: 'Previous', clickable: true }),
          node('icon', { id: 'play', icon: 'play', label: 'Play', clickable: true }),
          node('icon', { id: 'next', icon: 'next', label: 'Next', clickable: true }),
        ],
        align: 'center',
      }),
      node('progress', { id: 'bar', value: 0.4, label: 'Progress' }),
      node('progress', { id: 'wait', value: null, label: 'Waiting' }),
      node('progress', { id: 'spinner', spinner: true, label: 'Loading' }),
      node('video', { id: 'clip', size: 120, label: 'Clip' }),
      node('map', { id: 'place', size: 140, label: 'Map' }),
      node('web', { id: 'terms', size: 120, label: 'Terms' }),
      node('divider'),
      node('text', { id: 'cut', text: words.long, fixed: true }),
      node('text', { id: 'badge', text: words.hint, background: '#FFE08A' }),
    ],
    ...more,
  })
}

export function dialog(words: SampleWords, more: Partial<OverlayView> = {}): OverlayView {
  return {
    kind: 'dialog',
    package: 'dev.example.plants',
    title: words.add,
    text: words.long,
    buttons: [
      node('button', { id: 'dialog_cancel', text: words.tabs[2] }),
      node('button', { id: 'dialog_ok', text: words.save }),
    ],
    ...more,
  }
}
