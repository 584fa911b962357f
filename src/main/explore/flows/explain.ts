// What a flow file holds, for `explain` and bug reports: its commands with their lines, or every error. Reads only.
import { childrenOfCommand } from '#main/explore/flows/model.ts'
import type { Command } from '#main/explore/flows/model.ts'
import { parseFlow, wordsOfError } from '#main/explore/flows/parse.ts'
import type { ReadFile } from '#main/explore/flows/parse.ts'
import { checkSubset } from '#main/explore/flows/subset.ts'

export interface ExplainedCommand {
  readonly command: string
  readonly file: string
  readonly line: number
  readonly label: string | null
  readonly optional: boolean
  /** Those of a subflow, a loop or a retry. */
  readonly commands: readonly ExplainedCommand[]
}

export interface ExplainedError {
  readonly file: string
  readonly line: number
  readonly words: string
}

export type ExplainedFlow =
  | {
      readonly appId: string | null
      readonly onFlowStart: readonly ExplainedCommand[]
      readonly commands: readonly ExplainedCommand[]
      readonly onFlowComplete: readonly ExplainedCommand[]
      /** Valid for Maestro and refused by the built-in player, by name. */
      readonly unsupported: readonly ExplainedError[]
    }
  | { readonly errors: readonly ExplainedError[] }

export function explainFlow(text: string, readFile: ReadFile, file = 'flow.yaml'): ExplainedFlow {
  const { flow, errors } = parseFlow(text, file, readFile)
  if (flow === null)
    return { errors: errors.map(error => ({ file: error.at.file, line: error.at.line, words: wordsOfError(error) })) }
  return {
    appId: flow.appId,
    onFlowStart: flow.onFlowStart.map(explained),
    commands: flow.commands.map(explained),
    onFlowComplete: flow.onFlowComplete.map(explained),
    unsupported: checkSubset(flow, null).map(error => ({
      file: error.at.file,
      line: error.at.line,
      words: error.words,
    })),
  }
}

function explained(command: Command): ExplainedCommand {
  return {
    command: command.name,
    file: command.at.file,
    line: command.at.line,
    label: command.label,
    optional: command.optional,
    commands: childrenOfCommand(command).map(explained),
  }
}
