// What is wrong with a YAML file, in words of ours with the reader's own behind in brackets: a job, a demo app.

/** As the `yaml` package tells it. */
export interface YamlFault {
  readonly code: string
  readonly message: string
}

const byCode: Readonly<Record<string, string>> = {
  BAD_INDENT: 'this line stands too far to the left or to the right',
  TAB_AS_INDENT: 'this line begins with a tab: blanks are needed',
  MISSING_CHAR: 'a bracket, a quote or a comma is missing',
  DUPLICATE_KEY: 'this key is here twice',
  BAD_ALIAS: 'an alias leads to nothing',
  MULTIPLE_DOCS: 'the file holds more than one document',
  BAD_DQ_ESCAPE: 'there is no such escape in a quoted text',
  RESOURCE_EXHAUSTION: 'the file is nested too deep',
}

export const yamlWords = ({ code, message }: YamlFault): string =>
  `${(Object.hasOwn(byCode, code) ? byCode[code] : undefined) ?? 'this is no YAML that can be read'} (${message})`
