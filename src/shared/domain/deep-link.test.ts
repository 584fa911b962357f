// Which links a device is given.
import { expect, it } from 'vitest'
import { checkLink } from '#shared/domain/deep-link.ts'

it.each([
  'https://example.com/7',
  'HTTP://example.com',
  'myapp://notes/7?a=b#c',
  'myapp:settings',
  'geo:52.5,13.4',
  'mailto:a@example.com',
  'market://details?id=a.b',
  'about:blank',
  'file:///sdcard/Download/a.pdf',
  'content://media/external/images/1',
])('opens %s', link => expect(() => checkLink(link)).not.toThrow())

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:a',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.com/7',
  'intent://scan/#Intent;scheme=zxing;package=a.b;end',
  'android-app://a.b/https/example.com',
])('refuses a command as a link: %s', link =>
  expect(() => checkLink(link)).toThrow(/holds a command, not a place, and is not opened\.$/u),
)

it('refuses what is no link, and nothing at all', () => {
  for (const link of ['notes', '/a/b', 'example.com', '://x'])
    expect(() => checkLink(link)).toThrow('This is not a link.')
  for (const link of ['', '  ']) expect(() => checkLink(link)).toThrow('The link is empty.')
})
