// What a step is called for people, and which steps only look. Used by the player. A typed value is never among the words.
import { Refusal } from '#shared/base/refusal.ts'
import { interpolate } from '#main/explore/flows/expression.ts'
import type { Scope } from '#main/explore/flows/expression.ts'
import { wordsOfSelector } from '#main/explore/flows/model.ts'
import type { Command } from '#main/explore/flows/model.ts'

export function wordsOfStep(command: Command, scope: Scope): string {
  if (command.label !== null) {
    try {
      return interpolate(command.label, scope)
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      return command.label
    }
  }
  if ('selector' in command) return `${command.name} ${wordsOfSelector(command.selector)}`
  if ('element' in command) return `${command.name} ${wordsOfSelector(command.element)}`
  if (command.kind === 'pressKey') return `${command.name} ${command.key}`
  const wanted = command.kind === 'extendedWaitUntil' ? (command.visible ?? command.notVisible) : null
  return wanted === null ? command.name : `${command.name} ${wordsOfSelector(wanted)}`
}

export function isAssertion(command: Command): boolean {
  return ['assertVisible', 'assertNotVisible', 'extendedWaitUntil', 'assertTrue'].includes(command.kind)
}

/** Changes nothing on the device. */
export function isLooking(command: Command): boolean {
  return (
    isAssertion(command) ||
    ['waitForAnimationToEnd', 'takeScreenshot', 'copyTextFrom', 'setClipboard', 'evalScript'].includes(command.kind)
  )
}
