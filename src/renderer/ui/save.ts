// Saving to a file and to the clipboard, as a browser lets a page do it.
import { Refusal } from '#shared/base/refusal.ts'

export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  saveUrl(name, url)
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export function saveUrl(name: string, url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    throw new Refusal('failed', 'The browser did not let this page copy.', {
      hint: 'Select the text and copy it by hand.',
      cause,
    })
  }
}
