// Words nobody should give and somebody will, and the marks of raw text that nobody should be shown. For the tests that try every
// command and every method with them.
export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '-1',
  '-0',
  'NaN',
  'Infinity',
  '1e309',
  '0.0000001',
  '99999999999999999999',
  '-',
  '--',
  '--nothing',
  '-x',
  '.',
  '..',
  '/',
  '../../../../..',
  'n'.repeat(300),
  'n'.repeat(5000),
  `${'n'.repeat(200)}/`.repeat(60),
  '😀😀',
  'e\u0301\u202e\u200b',
  '\ud800',
  'a\udc00b',
  '\n',
  'a\tb\r\nc',
  '\u001b[2J',
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  'javascript:alert(1)',
  'data:,x',
  'intent:#Intent;end',
  'http://[',
  'file:///%',
  'x:y',
  '127.0.0.1:1',
  '[::1]:99999',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '{}',
  '[]',
  '"',
  "'",
  '$(id)',
  '`id`',
  ';',
  '*',
  'a: [',
  '<script>',
]

/** The first thing in the words that is no sentence of ours, or null. A raw reason may stand in brackets behind our words. */
export function rawIn(words: string): string | null {
  const bare = words.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/gu, '')
  const code = /(?<![A-Za-z_])E[A-Z]{3,}(?![A-Za-z])/u.exec(bare)?.[0]
  const marks =
    /ZodError|\[object|\bundefined\b|ERR_[A-Z]|\bat [\w.$<> ]+ \(?[^\s)]*:\d+:\d+|node:internal|Too (?:small|big):|Invalid (?:input|option|string|number)|Unrecognized key|URI malformed|java\.lang|Cannot read prop/u
  return code ?? marks.exec(bare)?.[0] ?? /node:internal|\n\s+at .*:\d+:\d+/u.exec(words)?.[0] ?? null
}
