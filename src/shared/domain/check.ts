// The kinds of fault a finding can be of: the field's words for them and how bad each is.

export const checks = [
  'crash',
  'native_crash',
  'anr',
  'blank',
  'frozen',
  'loading',
  'left_app',
  'dead_control',
  'a11y',
  'contrast',
  'target',
  'truncated',
  'overlap',
  'placeholder',
  'raw_error',
  'data_loss',
  'offline',
  'dark',
  'big_text',
  'locale',
  'rtl',
  'back_stack',
  'silent_validation',
  'focus',
  'goal',
  'logic',
] as const
export type Check = (typeof checks)[number]

export type Severity = 'high' | 'medium' | 'low'

/** Worst first: 0 is replayed and shown before 25. */
export const rankOf = (check: Check): number => ranking.indexOf(check)

const ranking: readonly Check[] = [
  'crash',
  'native_crash',
  'anr',
  'blank',
  'frozen',
  'data_loss',
  'loading',
  'goal',
  'logic',
  'left_app',
  'dead_control',
  'back_stack',
  'silent_validation',
  'raw_error',
  'offline',
  'placeholder',
  'truncated',
  'overlap',
  'big_text',
  'locale',
  'rtl',
  'dark',
  'a11y',
  'contrast',
  'focus',
  'target',
]

export function severityOf(check: Check): Severity {
  switch (check) {
    case 'crash':
    case 'native_crash':
    case 'anr':
    case 'blank':
    case 'frozen':
    case 'data_loss':
    case 'goal':
      return 'high'
    case 'loading':
    case 'logic':
    case 'left_app':
    case 'dead_control':
    case 'back_stack':
    case 'silent_validation':
    case 'raw_error':
    case 'offline':
    case 'placeholder':
    case 'truncated':
    case 'overlap':
    case 'big_text':
    case 'locale':
    case 'rtl':
    case 'dark':
      return 'medium'
    case 'a11y':
    case 'contrast':
    case 'target':
    case 'focus':
      return 'low'
  }
}

/** One or two words a product person reads in the inbox. */
export function labelOf(check: Check): string {
  const labels: Record<Check, string> = {
    crash: 'Crash',
    native_crash: 'Crash',
    anr: 'Not responding',
    blank: 'Blank screen',
    frozen: 'Frozen',
    loading: 'Endless loading',
    left_app: 'Left the app',
    dead_control: 'Dead control',
    a11y: 'Unlabelled',
    contrast: 'Contrast',
    target: 'Small target',
    truncated: 'Cut off',
    overlap: 'Overlap',
    placeholder: 'Placeholder text',
    raw_error: 'Raw error',
    data_loss: 'Lost data',
    offline: 'Offline',
    dark: 'Dark mode',
    big_text: 'Large text',
    locale: 'Untranslated',
    rtl: 'Right to left',
    back_stack: 'Back goes wrong',
    silent_validation: 'Silent validation',
    focus: 'Lost focus',
    goal: 'Goal not met',
    logic: 'Logic',
  }
  return labels[check]
}
