// A document for a library that writes style elements: the page's policy lets no text of theirs in, so what they say is put
// into a sheet of the page's own instead. Everything else of the document is the page's.

/** What `createElement('style')` of it gives is empty in the page; its words take effect all the same, until it is removed. */
export function documentWithStyles(page: Document): Document {
  return new Proxy(page, {
    get(target, name): unknown {
      if (name === 'createElement')
        return (tag: string): HTMLElement => (tag === 'style' ? styleOf(target) : target.createElement(tag))
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
    },
  })
}

function styleOf(page: Document): HTMLStyleElement {
  const element = page.createElement('style')
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
