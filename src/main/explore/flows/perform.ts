// Plays one leaf command on the device: what each Maestro command does, with the differences the product chose. Used by
// player.ts only; loops, subflows and conditions are there.
import { Refusal } from '#shared/base/refusal.ts'
import { interpolate, isTruth, runScript } from '#main/explore/flows/expression.ts'
import { optionalMs, requiredMs, StepFailed } from '#main/explore/flows/hands.ts'
import { deviceKeyOf } from '#main/explore/flows/keys.ts'
import type { Command, StringMap } from '#main/explore/flows/model.ts'
import { assertGone, assertVisible, milliseconds, required, resolved, waitForStill } from '#main/explore/flows/stage.ts'
import type { CommandOf, Stage } from '#main/explore/flows/stage.ts'
import {
  erase,
  hideKeyboard,
  scrollUntilVisible,
  swipe,
  swipeOnScreen,
  tap,
  type,
} from '#main/explore/flows/touching.ts'

export async function perform(command: Command, stage: Stage): Promise<void> {
  const { hands } = stage
  switch (command.kind) {
    case 'launchApp':
      return launchApp(command, stage)
    case 'stopApp':
    case 'killApp':
    case 'clearState':
      return appCommand(command.kind, appOf(command.app, stage), stage)
    case 'clearKeychain':
      return stage.note('clearKeychain: there is no keychain to clear on this device.')
    case 'setPermissions':
      return permissions(appOf(command.app, stage), command.permissions, stage)
    case 'tap':
      return tap(command, stage)
    case 'inputText':
      return type(interpolate(command.text, stage.scope), stage)
    case 'pasteText':
      return type(stage.scope.shared.copiedText, stage)
    case 'setClipboard':
      stage.scope.shared.copiedText = interpolate(command.text, stage.scope)
      return
    case 'copyTextFrom': {
      const found = await required(resolved(command.selector, stage), command.optional ? optionalMs : requiredMs, stage)
      const { text, hint, desc } = found.element
      stage.scope.shared.copiedText = text || hint || desc
      return
    }
    case 'eraseText':
      return erase(command.characters, stage)
    case 'hideKeyboard':
      return hideKeyboard(stage)
    case 'pressKey':
      if (command.key === 'Tab') stage.note('pressKey: Tab sends Tab here; Maestro sends Space on Android.')
      return hands.key(deviceKeyOf(command.key) ?? 'Enter')
    case 'back':
      return hands.key('Back')
    case 'scroll':
      return swipeOnScreen('UP', 400, stage)
    case 'swipe':
      return swipe(command, stage)
    case 'scrollUntilVisible':
      return scrollUntilVisible(command, stage)
    case 'assertVisible':
      return assertVisible(resolved(command.selector, stage), requiredMs, stage)
    case 'assertNotVisible':
      return assertGone(resolved(command.selector, stage), requiredMs, stage)
    case 'extendedWaitUntil': {
      const budget =
        command.timeout === null ? requiredMs : milliseconds(interpolate(command.timeout, stage.scope), 'timeout')
      if (command.visible !== null) await assertVisible(resolved(command.visible, stage), budget, stage)
      if (command.notVisible !== null) await assertGone(resolved(command.notVisible, stage), budget, stage)
      return
    }
    case 'assertTrue': {
      const value = interpolate(command.condition, stage.scope)
      if (!isTruth(value)) throw new StepFailed('The condition is not true.')
      return
    }
    case 'waitForAnimationToEnd':
      return waitForStill(
        command.timeout === null ? 15_000 : milliseconds(interpolate(command.timeout, stage.scope), 'timeout'),
        stage,
      )
    case 'takeScreenshot':
      return stage.keepPicture(interpolate(command.path, stage.scope), (await hands.look()).picture)
    case 'openLink':
      await hands.device.openLink(hands.grant, interpolate(command.link, stage.scope), hands.signal)
      await hands.settle('tap')
      return
    case 'evalScript':
      return runScript(command.script, stage.scope)
    case 'setOrientation':
      await hands.act({
        kind: 'turn',
        to: interpolate(command.orientation, stage.scope).toUpperCase().startsWith('LANDSCAPE')
          ? 'landscape'
          : 'portrait',
      })
      return
    case 'airplane':
      return airplane(command.to, stage)
    case 'setLocation':
    case 'unsupported':
      throw new Refusal('unsupported', `\`${command.name}\` is not supported by the built-in runner.`)
    case 'runFlow':
    case 'repeat':
    case 'retry':
      throw new Error(`${command.kind} is played by the player`)
  }
}

// ---- apps ----

function appOf(app: string | null, stage: Stage): string {
  return app === null ? stage.appId : interpolate(app, stage.scope)
}

async function launchApp(command: CommandOf<'launchApp'>, stage: Stage): Promise<void> {
  const { device, grant, signal } = stage.hands
  const app = appOf(command.app, stage)
  if (command.clearKeychain) stage.note('clearKeychain: there is no keychain to clear on this device.')
  const args = Object.fromEntries(
    Object.entries(command.arguments).map(([key, value]) => [
      interpolate(key, stage.scope),
      interpolate(value, stage.scope),
    ]),
  )
  try {
    if (command.clearState) await device.clearData(grant, app, signal)
    const asked = command.permissions ?? { all: 'allow' }
    // Cleared data leaves nothing granted, so `unset` is then so already.
    const wanted = command.clearState
      ? Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== 'unset'))
      : asked
    await permissions(app, wanted, stage)
    if (command.stopApp) {
      await device.forceStop(grant, app, signal)
      await device.launch(grant, app, args, signal)
    } else await device.resume(grant, app, signal)
  } catch (thrown) {
    if (thrown instanceof Refusal && (thrown.code === 'failed' || thrown.code === 'bad-value'))
      throw new StepFailed(`${app} did not start: ${thrown.words}`)
    throw thrown
  }
  stage.hands.changed()
}

async function appCommand(kind: 'stopApp' | 'killApp' | 'clearState', app: string, stage: Stage): Promise<void> {
  const { device, grant, signal } = stage.hands
  if (kind === 'stopApp') await device.forceStop(grant, app, signal)
  else if (kind === 'killApp') await device.kill(grant, app, signal)
  else await device.clearData(grant, app, signal)
  stage.hands.changed()
}

async function permissions(app: string, wanted: StringMap, stage: Stage): Promise<void> {
  const { device, grant, signal } = stage.hands
  for (const [name, written] of Object.entries(wanted)) {
    const value = interpolate(written, stage.scope)
    const allow = ['allow', 'always', 'inuse', 'limited'].includes(value.toLowerCase())
    try {
      await device.permission(grant, app, name, allow, signal)
    } catch (thrown) {
      // Maestro passes over a permission the app does not have; so do we, aloud.
      if (!(thrown instanceof Refusal && ['unsupported', 'bad-value', 'failed'].includes(thrown.code))) throw thrown
      stage.note(`permission ${name} was left as it is: ${thrown.words}`)
    }
  }
}

async function airplane(to: 'enabled' | 'disabled' | 'toggle', stage: Stage): Promise<void> {
  const { device, grant, signal } = stage.hands
  const offline = device.state.value.settings?.network.value === 'offline'
  const on = to === 'toggle' ? !offline : to === 'enabled'
  await device.control(grant, { set: 'network', to: on ? 'offline' : 'online' }, signal)
  stage.hands.changed()
}
