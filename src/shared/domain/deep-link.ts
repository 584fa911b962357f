// Which links are handed to a device: those that name a place. Asked wherever a link comes from: a person, an agent, a flow.
import { Refusal } from '#shared/base/refusal.ts'

/**
 * These hold a program or a command instead of a place. Android opens nothing for them (`am start -d` takes them as data nobody
 * wants), and a browser that another device has in front might run what is in them.
 */
const commands = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'intent:', 'android-app:'])

export function checkLink(link: string): void {
  const scheme = URL.canParse(link) ? new URL(link).protocol : null
  if (scheme === null)
    throw new Refusal('bad-value', link.trim() === '' ? 'The link is empty.' : 'This is not a link.', {
      where: 'link',
      hint: 'A link begins with its kind, as https: or myapp: does.',
    })
  if (commands.has(scheme))
    throw new Refusal(
      'bad-value',
      `A link that begins with ${scheme} holds a command, not a place, and is not opened.`,
      {
        where: 'link',
        hint: 'Give a link to a place, as https: or the scheme of your app.',
      },
    )
}
