// Takes out of messages and stack frames what changes from run to run or build to build. Pure; used by the fingerprint.

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

/** In this order: what comes first would otherwise be eaten in parts by what follows. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<email>'],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s'"<>)\]]+/gi, '<url>'],
  [/\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|app|example|local|test|internal)\b(?!\.[\w])/gi, '<hostname>'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}\b/gi, '<ip>'],
  [/\b[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}\b/gi, '<traceparent>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b[0-9a-f]{40}\b/gi, '<sha1>'],
  [/\b[0-9a-f]{32}\b/gi, '<md5>'],
  [
    new RegExp(
      [
        String.raw`\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?`,
        String.raw`\b\d{1,2}[./]\d{1,2}[./]\d{2,4}`,
        String.raw`\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:\d{1,2} )?(?:${months})(?: \d{1,2})?(?:,? \d{4})?`,
        String.raw`\b\d{1,2}\.? (?:${months})\.? \d{4}`,
        String.raw`\b(?:${months}) \d{1,2},? \d{4}`,
        String.raw`\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]m)?\b`,
      ].join('|'),
      'gi',
    ),
    '<date>',
  ],
  [/\b\d+(?:\.\d+)? ?(?:ms|µs|us|ns|s|sec(?:ond)?s?|min(?:ute)?s?|h(?:ours?)?|days?)\b/gi, '<duration>'],
  [/@[0-9a-f]{5,8}\b|\b0x[0-9a-f]+\b|\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/gi, '<hex>'],
  [/\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7}\b/g, '<sha>'],
  [/[+-]?\b\d+\.\d+(?:e[+-]?\d+)?\b/gi, '<float>'],
  [/(?<![\w<])[+-]?\d+(?![\w>])|(?<=[A-Za-z_#-])\d+\b/g, '<int>'],
  [/"[^"\n]*"|“[^”\n]*”|(?<=[\s(=:[]|^)'[^'\n]*'/g, '<quoted>'],
  [/(?<==)(?:true|false)\b/gi, '<bool>'],
]

/** A message with numbers, hex values, ids, dates and quoted strings replaced by what kind of thing they are. */
export function normaliseMessage(message: string): string {
  let text = message
  for (const [pattern, word] of patterns) text = text.replaceAll(pattern, word)
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 400)
}

const framework =
  /^(?:android|androidx|java|javax|jdk|sun|dalvik|libcore|kotlin|kotlinx|com\.android|com\.google\.android|com\.google\.common|io\.reactivex|okhttp3|okio|retrofit2|dagger|org\.json|libc|libart|linux-vdso)[./]/

/** A frame as `Class.method` without line, lambda, accessor and coroutine traces; '' for one a compiler made whole. */
export function normaliseFrame(frame: string): string {
  let text = frame
    .trim()
    .replace(/^at\s+/, '')
    .replace(/^#\d+\s+(?:pc\s+\S+\s+)?/, '')
  text = text
    .replace(/\s*[([].*$/, '')
    .replace(/:\d+$/, '')
    .replace(/\+0x[0-9a-f]+$|\+\d+$/i, '')
  if (/SyntheticClass|-\$\$Nest\$|\$\$Nest\$/.test(text)) return ''
  text = text
    .replaceAll(/(?:-?\$\$)?(?:External)?Synthetic(?:Lambda|Outline|BackportWithForwarding)?\d+/g, '')
    .replaceAll(/-\$\$Lambda\$\w*/g, '')
    .replaceAll(/\$\$Lambda(?:\$[\w/]+)?/g, '')
    .replaceAll(/lambda\$([A-Za-z_]\w*?)\$\d+/g, '$1')
    .replaceAll(/\$lambda(?:[-$]\d+)*/g, '')
    .replaceAll(/access\$(?:get|set)?(\w+?)(?:\$p)?(?:\$cp)?$/g, '$1')
    .replaceAll(/\.(?:invokeSuspend|invoke)$/g, '')
    .replaceAll(/\$\d+(?=[.$]|$)/g, '')
    .replaceAll(/\$(?:sam|inlined|suspend)\$\w+/g, '')
    .replaceAll(/\$+(?=\.|$)/g, '')
    .replaceAll(/\$default$/g, '')
  return text.replace(/\.$/, '')
}

/** The app's own frames, top first, cleaned; repeats of recursion and of lambdas once. */
export function normaliseFrames(frames: readonly string[], app: string): readonly string[] {
  const clean = frames.map(normaliseFrame).filter(frame => frame !== '')
  const root = app.split('.').slice(0, 2).join('.')
  const own = app.includes('.') ? clean.filter(frame => frame.startsWith(`${root}.`)) : []
  const kept = own.length > 0 ? own : clean.filter(frame => !framework.test(frame))
  return kept.filter((frame, at) => at === 0 || kept[at - 1] !== frame)
}
