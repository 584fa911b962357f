// For a library that writes style elements: the page's policy lets no text of theirs in, so what they say is put into a sheet
// of the page's own instead. Only while the library sets itself up; then the page makes elements as ever.

/** `work` is over when it returns. The style elements it makes are none, but what is said in them counts until they are removed. */
export function withAllowedStyles(page: Document, work: () => void): void {
  const made = page.createElement.bind(page)
  Object.defineProperty(page, 'createElement', {
    configurable: true,
    value: (tag: string, options?: ElementCreationOptions): HTMLElement =>
      tag === 'style' ? sheetElement(page, made('template')) : made(tag, options),
  })
  try {
    work()
  } finally {
    Reflect.deleteProperty(page, 'createElement')
  }
}

/** An empty style element would be refused too, with a complaint: this one is of a kind that shows nothing and is refused nothing. */
function sheetElement(page: Document, element: HTMLElement): HTMLElement {
  const sheet = new CSSStyleSheet()
  let words = ''
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  Object.defineProperty(element, 'textContent', {
    get: () => words,
    set: (text: string) => {
      words = text
      sheet.replaceSync(text)
    },
  })
  const remove = element.remove.bind(element)
  element.remove = () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter(one => one !== sheet)
    remove()
  }
  return element
}
