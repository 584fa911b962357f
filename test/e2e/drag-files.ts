// A drag of files from the desktop, as a page sees it: for the window's tests and its pictures.
import type { Page } from 'playwright'

/** A DataTransfer that holds them, over and on the element. */
export async function drag(
  page: Page,
  selector: string,
  events: readonly string[],
  ...names: readonly string[]
): Promise<void> {
  const asked = JSON.stringify([selector, events, names.length === 0 ? ['plants-42.apk'] : names])
  await page.evaluate(`(([where, kinds, files]) => {
    const data = new DataTransfer()
    for (const file of files)
      data.items.add(new File(['bytes'], file, { type: 'application/vnd.android.package-archive' }))
    const target = document.querySelector(where)
    for (const kind of kinds)
      target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }))
  })(${asked})`)
}
