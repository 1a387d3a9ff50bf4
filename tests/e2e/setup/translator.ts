import type { BrowserContext, Page } from 'playwright-core'

/**
 * A page translator as Chrome has one: each text becomes `<font><font>…</font></font>` in place of its text node, also a
 * text that comes or changes later; the title and the texts of options are translated, attributes and what is typed are
 * not. `translated(context)` before the first page: from the first paint on, on each page. `translate(page)`: from now
 * on, as by its menu. The other language is French with a mark before each text, which neither Playwright's
 * locators nor a student sees: `getByRole('button', { name: 'Continuer' })` finds the button all the same.
 * What reads the DOM itself sees the mark. `untranslated(page)` lists what was left out, or translated twice.
 */
export const mark = '\u200b'

/** From the first paint on, on each page that is opened from now on. */
export async function translated(context: BrowserContext): Promise<void> {
  await context.addInitScript(install, mark)
}

/** The student asks for it: what is there, and all that comes. */
export const translate = (page: Page): Promise<void> => page.evaluate(install, mark)

/**
 * Each text of the page that is not translated or was translated twice, that was written where nobody sees it, or that
 * does not stand alone in an element of the portal's.
 */
export function untranslated(page: Page): Promise<string[]> {
  return page.evaluate(sign => {
    const found: string[] = [...(Reflect.get(globalThis, 'lostWords') ?? [])]
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { nodeValue, parentElement } = texts.currentNode
      if (!nodeValue?.trim() || parentElement?.closest('script, style, noscript, textarea')) continue
      if (!nodeValue.startsWith(sign) || nodeValue.includes(sign, 1) || parentElement?.closest('font font font'))
        found.push(nodeValue)
      const element = parentElement?.closest('#root :not(font)')
      if (element && element.childNodes.length > 1) found.push(`loose: ${nodeValue}`)
    }
    return found
  }, mark)
}

/** Runs in the page. */
function install(sign: string): void {
  const untouched = 'script, style, noscript, textarea, [translate="no"], .notranslate'
  const made = new WeakSet<Node>()
  const replaced = new WeakSet<Node>()
  const lost: (string | null)[] = []
  Object.assign(globalThis, { lostWords: lost })
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(words: string | null) {
      if (replaced.has(this)) lost.push(words)
      value?.set?.call(this, words)
    },
  })

  const translateText = (text: Text): void => {
    const parent = text.parentElement
    const words = text.nodeValue ?? ''
    if (!parent || words.trim() === '' || words.startsWith(sign) || parent.closest(untouched)) return
    if (parent.localName === 'title' || made.has(text)) {
      text.nodeValue = sign + words
      return
    }
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    for (const font of [outer, inner]) font.style.verticalAlign = 'inherit'
    inner.textContent = sign + words
    if (inner.firstChild) made.add(inner.firstChild)
    outer.append(inner)
    replaced.add(text)
    text.replaceWith(outer)
  }
  const translateAll = (node: Node): void => {
    const texts: Text[] = node instanceof Text ? [node] : []
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) translateText(text)
  }
  // Before the page's next task, and so before whatever it does next.
  new MutationObserver(records => {
    document.documentElement?.classList.add('translated-ltr')
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) translateAll(node)
  }).observe(document, { childList: true, characterData: true, subtree: true })
  translateAll(document)
}
