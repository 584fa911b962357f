// The leash in six languages, in dialogs, and what it must let through; and snapping.
import { describe, expect, it, vi } from 'vitest'
import { leashed, snap } from '#main/explore/leash.ts'
import { treeOf, type NodeSpec } from '../../../test/builders/observation.ts'

const none = { never: [], allow: [] }
const alone = (
  text: string,
  more: Partial<NodeSpec> = {},
  words: { never: string[]; allow: string[] } = { never: [], allow: [] },
) => {
  const tree = treeOf([
    { text: 'Settings', at: [0, 24, 100, 30] },
    { text, tap: true, at: [0, 100, 200, 48], ...more },
  ])
  const element = tree.nodes[2]
  if (element === undefined) throw new Error('no element')
  return leashed(tree, element, words).dangerous
}
const asked = (title: string, button: string) => {
  const tree = treeOf([
    {
      kind: 'Dialog',
      at: [28, 300, 355, 200],
      inside: [
        { text: title, at: [40, 310, 300, 30] },
        { text: button, tap: true, at: [250, 440, 80, 48] },
      ],
    },
  ])
  const element = tree.nodes.find(node => node.clickable)
  if (element === undefined) throw new Error('no button')
  return leashed(tree, element, none).dangerous
}

describe('the leash', () => {
  it.each([
    'Delete account',
    'Close account',
    'Delete my account',
    'Erase everything',
    'Erase all data',
    'Delete everything',
    'Factory reset',
    'Pay',
    'Pay now',
    'Pay €12.50',
    'Buy now',
    'Buy',
    'Place order',
    'Confirm payment',
    'Send money',
    'Transfer money',
    'Transfer',
    'Send $50',
    'Subscribe',
    'Unsubscribe',
    'Cancel subscription',
    'Cancel insurance',
    'End my contract',
    'Terminate lease',
    'Cancel the direct debit',
    'Versicherung kündigen',
    'Mietvertrag auflösen',
    'Résilier le contrat',
    'Cancelar el seguro',
    'إنهاء التأمين',
    '保険を解約',
    'Emergency call',
    'Delete permanently',
    'Reset everything',
    'Withdraw',
    'Donate',
    'Konto löschen',
    'Alles löschen',
    'Jetzt kaufen',
    'Bezahlen',
    'Zahlungspflichtig bestellen',
    'Geld senden',
    'Auf Werkseinstellungen zurücksetzen',
    'Notruf',
    'Konto auflösen',
    'Überweisen',
    'Supprimer le compte',
    'Tout effacer',
    'Payer',
    'Acheter maintenant',
    "Envoyer de l'argent",
    'Confirmer le paiement',
    'Appel d’urgence',
    'Eliminar cuenta',
    'Borrar todo',
    'Pagar',
    'Comprar ahora',
    'Enviar dinero',
    'Restablecer valores de fábrica',
    'Llamada de emergencia',
    'حذف الحساب',
    'مسح جميع البيانات',
    'ادفع الآن',
    'إرسال المال',
    'تأكيد الدفع',
    'إلغاء الاشتراك',
    'إغلاق كل شيء',
    'حذف كل شيء',
    'محو كل شيء',
    'アカウントを削除',
    'すべてのデータを消去',
    '今すぐ購入',
    '支払う',
    '送金する',
    '退会する',
    '注文を確定',
    '緊急通報',
  ])('holds back from “%s”', label => {
    expect(alone(label)).toBe(true)
  })

  it.each([
    'Delete',
    'Delete plant',
    'Delete item',
    'Remove filter',
    'Clear search',
    'Clear all filters',
    'Send feedback',
    'Send',
    'Save',
    'Cancel',
    'Payment methods',
    'Payments',
    'Transfer history',
    'How to delete your account',
    'Buy milk',
    'Ask before deleting',
    'Reset filters',
    'Reset all settings',
    'Remove profile picture',
    'Share',
    'Order history',
    'Orders',
    'Add to cart',
    'Log out',
    'Sign out',
    'Empty bin',
    'Delete reminder',
    'Account',
    'Emergency contacts',
    'Subscriptions',
    'Buyer protection',
    'Tips',
    'Pflanze löschen',
    'Löschen',
    'Suche leeren',
    'Zahlungsarten',
    'Speichern',
    'Nachricht senden',
    'Supprimer la plante',
    'Supprimer',
    'Envoyer un message',
    'Moyens de paiement',
    'Eliminar planta',
    'Eliminar',
    'Guardar',
    'حذف النبات',
    'حذف',
    'حفظ',
    'إرسال رسالة',
    '植物を削除',
    '削除',
    '保存',
    '支払い方法',
    'メッセージを送信',
  ])('lets “%s” through', label => {
    expect(alone(label)).toBe(false)
  })

  it('reads a dialog: what agrees is dangerous under a dangerous question, what calls off is not', () => {
    expect(asked('Delete your account?', 'Yes')).toBe(true)
    expect(asked('Delete your account?', 'Delete')).toBe(true)
    expect(asked('Delete your account?', 'Cancel')).toBe(false)
    expect(asked('Delete your account?', 'Keep it')).toBe(false)
    expect(asked('Confirm payment', 'OK')).toBe(true)
    expect(asked('Close this card?', 'Close it')).toBe(true)
    expect(asked('Dein Konto löschen?', 'Löschen')).toBe(true)
    expect(asked('Dein Konto löschen?', 'Abbrechen')).toBe(false)
    expect(asked('Supprimer votre compte ?', 'Confirmer')).toBe(true)
    expect(asked('¿Eliminar tu cuenta?', 'Continuar')).toBe(true)
    expect(asked('هل تريد حذف حسابك؟ حذف الحساب', 'نعم')).toBe(true)
    expect(asked('アカウントを削除しますか？', 'はい')).toBe(true)
    expect(asked('Delete this plant?', 'Delete')).toBe(false)
    expect(asked('Clear the search?', 'OK')).toBe(false)
  })

  it('knows a control by its id where its words say nothing', () => {
    expect(alone('', { id: 'delete_account', kind: 'ImageButton' })).toBe(true)
    expect(alone('Go', { id: 'btnPayNow' })).toBe(true)
    expect(alone('', { id: 'delete_item', kind: 'ImageButton' })).toBe(false)
    expect(alone('', { id: 'payment_methods', kind: 'ImageButton' })).toBe(false)
  })

  it('follows the words of the job, never before allow', () => {
    expect(alone('Water all', {}, { never: ['Water all'], allow: [] })).toBe(true)
    expect(alone('Delete account', {}, { never: [], allow: ['delete account'] })).toBe(false)
    expect(alone('Pay', {}, { never: ['pay'], allow: ['pay'] })).toBe(true)
  })

  it('lets switches, choices and fields be', () => {
    expect(alone('Pay with card', { kind: 'RadioButton', checked: false })).toBe(false)
    expect(alone('Transfer', { kind: 'EditText', hint: 'Transfer' })).toBe(false)
  })
})

describe('the leash through a long night', () => {
  it('compiles nothing anew for a control it is asked about again', () => {
    const ask = (): boolean => alone('Go on', { id: 'go_on_button' })
    ask()
    const compiling = vi.spyOn(globalThis, 'RegExp')
    try {
      ask()
      expect(compiling).not.toHaveBeenCalled()
    } finally {
      compiling.mockRestore()
    }
  })
})

describe('snap', () => {
  it('means the top control under the point, else the smallest thing there, else nothing', () => {
    const tree = treeOf([
      {
        kind: 'ViewGroup',
        id: 'row',
        tap: true,
        at: [0, 100, 400, 56],
        inside: [
          { text: 'Fern', at: [16, 110, 100, 20] },
          { id: 'more', text: 'More', tap: true, at: [340, 104, 48, 48] },
        ],
      },
      { text: 'Only words', at: [0, 300, 100, 20] },
    ])
    const at = (x: number, y: number) => snap(tree, (x * 420) / 160, (y * 420) / 160)
    expect(at(20, 115)?.id).toContain('row')
    expect(at(350, 115)?.id).toContain('more')
    expect(at(20, 310)?.text).toBe('Only words')
    expect(snap(tree, 9000, 9000)).toBeNull()
  })
})
