// Which drivers pass the contract, and which of its sections each has nothing to show for. A driver that loses something it
// could, or can something new, fails until it is said here; and no section may be left with nobody to run it.

export const sections = [
  'dark',
  'text',
  'contacts',
  'clipboard',
  'video',
  'turn',
  'fold',
  'gives back orientation',
  'gives back turn',
  'gives back posture',
  'gives back location',
  'gives back battery',
  'gives back statusBar',
  'gives back network',
] as const
export type Section = (typeof sections)[number]

const wholeGestures = ['contacts', 'clipboard'] as const
const flat = ['fold', 'gives back posture'] as const
/** The demo device ends with its driver: nothing is left to give back. */
const endsWithItsDriver = sections.filter(section => section.startsWith('gives back '))

/** By name: what it lacks. */
export const subjects = {
  'demo phone': [...wholeGestures, 'fold', ...endsWithItsDriver],
  'demo foldable': [...wholeGestures, ...endsWithItsDriver],
  'a phone with Android 10 over adb': [...wholeGestures, ...flat, 'video', 'gives back location', 'gives back network'],
  'a phone with Android 13 over adb': [...wholeGestures, ...flat, 'video'],
  'a phone with Android 15 over adb': [...wholeGestures, ...flat, 'video'],
  'a foldable with Android 15 over adb': [...wholeGestures, 'video'],
  'an emulator over gRPC': [...flat],
  'an emulator of a foldable over gRPC': [],
} as const satisfies Readonly<Record<string, readonly Section[]>>
export type SubjectName = keyof typeof subjects
