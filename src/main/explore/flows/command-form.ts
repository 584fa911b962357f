// What one command of Maestro looks like to the reader: its forms, and what its readers are handed. Types and one message.
import type { At, Command, CommandBody, Flow } from '#main/explore/flows/model.ts'
import type { Fields, Problems } from '#main/explore/flows/problems.ts'
import type { YamlNode, YamlText } from '#main/explore/flows/yaml-nodes.ts'

/** What a command that names a file needs. Answers null with the problem noted. */
export interface FlowFiles {
  subflow(path: string, at: At): Flow | null
  mustExist(path: string, at: At, title: 'Invalid File Path' | 'Media File Not Found'): void
}

export interface Context {
  readonly name: string
  readonly at: At
  readonly problems: Problems
  readonly files: FlowFiles
  /** Reads a list of commands inside this one. */
  readonly inner: (node: YamlNode, where: string) => readonly Command[]
}

export type Read = { readonly body: CommandBody; readonly label?: string | null; readonly optional?: boolean } | null

export interface Form {
  readonly bare?: () => CommandBody
  readonly scalar?: (text: string, context: Context, node: YamlText) => Read
  readonly mapping?: (fields: Fields, context: Context) => Read
  /** For those whose whole value is a selector. */
  readonly selector?: (node: YamlNode, context: Context) => Read
  /** Read by hand in Maestro: strangers are ignored. */
  readonly loose?: boolean
}

export function misformed(context: Context, why: string, at: At): null {
  context.problems.structure(
    'Incorrect Command Format',
    `\`${context.name}\` is not written as Maestro reads it: ${why}.`,
    at,
  )
  return null
}
