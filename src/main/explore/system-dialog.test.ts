// Windows of the system over the app: told and answered by ids first, then by words in the leash's six languages.
import { describe, expect, it } from 'vitest'
import { answerTo, dialogOf } from '#main/explore/system-dialog.ts'
import { app, look, type NodeSpec } from '../../../test/builders/observation.ts'

const controller = 'com.android.permissioncontroller'
const button = (text: string, top: number, id = ''): NodeSpec => ({
  id,
  text,
  tap: true,
  package: controller,
  at: [40, top, 300, 48],
})
const question = (nodes: readonly NodeSpec[]) => look({ front: controller, nodes })
const pressed = (nodes: readonly NodeSpec[], allow: boolean): string => {
  const action = answerTo(question(nodes), app, allow)
  return action.kind === 'tap' ? action.target.label : action.kind
}

describe('a permission question', () => {
  it('is answered by ids, whatever the words are', () => {
    const nodes = [
      button('Kun én gang', 300, 'permission_allow_one_time_button'),
      button('Mens appen er i bruk', 360, 'permission_allow_foreground_only_button'),
      button('Ikke tillat', 420, 'permission_deny_button'),
    ]
    expect(dialogOf(question(nodes), app)).toBe('Permission question')
    expect([pressed(nodes, true), pressed(nodes, false)]).toEqual(['Mens appen er i bruk', 'Ikke tillat'])
  })

  it('is not answered by a word before an id', () => {
    const nodes = [button('Allow all the time', 300, 'other'), button('Autoriser', 360, 'permission_allow_button')]
    expect(pressed(nodes, true)).toBe('Autoriser')
  })

  it.each([
    ['en', 'While using the app', 'Don’t allow'],
    ['en', 'Allow', 'Deny'],
    ['de', 'Bei Nutzung der App zulassen', 'Nicht zulassen'],
    ['de', 'Zulassen', 'Ablehnen'],
    ['fr', 'Lorsque vous utilisez l’appli', 'Ne pas autoriser'],
    ['fr', 'Autoriser', 'Refuser'],
    ['es', 'Mientras se usa la app', 'No permitir'],
    ['es', 'Permitir', 'Denegar'],
    ['ar', 'السماح', 'عدم السماح'],
    ['ja', 'アプリの使用時のみ許可', '許可しない'],
  ])('is answered in %s: “%s” or “%s”', (_, allow, deny) => {
    const nodes = [button(deny, 300, 'negative'), button(allow, 360, 'positive')]
    expect([pressed(nodes, true), pressed(nodes, false)]).toEqual([allow, deny])
  })
})

describe('a message that the app does not answer', () => {
  it.each(['Close app', 'App schließen', 'Fermer l’appli', 'Cerrar app', 'إغلاق التطبيق', 'アプリを閉じる'])(
    'is closed by “%s”',
    words => {
      const seen = look({
        overlay: `Application Not Responding: ${app}`,
        nodes: [
          { text: 'Wait', tap: true, package: 'android', at: [40, 300, 300, 48] },
          { text: words, tap: true, package: 'android', at: [40, 360, 300, 48] },
        ],
      })
      expect(dialogOf(seen, app)).toBe('Not responding')
      expect(answerTo(seen, app, true)).toMatchObject({ kind: 'tap', target: { label: words } })
    },
  )

  it('is answered by Back where no button says so', () => {
    expect(answerTo(look({ overlay: 'Application Not Responding: x', nodes: [] }), app, true)).toEqual({ kind: 'back' })
  })
})
