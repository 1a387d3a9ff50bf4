import { createElement, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { touches } from '../../../src/app/hold-touches.ts'

type Listener = (event: object) => void

/** As much of a browser's document as React asks of one for a root that draws nothing. */
function bareDocument() {
  const listeners = new Map<string, Listener[]>()
  const document = {
    nodeType: 9,
    nodeName: '#document',
    addEventListener() {},
    createElement() {},
    activeElement: null,
  }
  const root = {
    ...{ nodeType: 1, nodeName: 'DIV', tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml' },
    ...{ ownerDocument: document, parentNode: null, firstChild: null, lastChild: null, textContent: '' },
    addEventListener(type: string, listener: Listener) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    },
  }
  const window = { document, HTMLIFrameElement: class {}, event: undefined }
  return {
    root,
    listeners,
    window: Object.assign(window, { document: Object.assign(document, { defaultView: window }) }),
  }
}

/** Whether React hydrates all the rest of a page at once, on an event of that kind; and which kinds it listens to. */
function hydrateOn(type?: string): { hydrated: boolean; kinds: string[] } {
  const { root, listeners, window } = bareDocument()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  let hydrated = false
  const Page = () => {
    hydrated = true
    return null
  }
  startTransition(() => void hydrateRoot(root as unknown as Element, createElement(Page)))
  const kinds = [...listeners.keys()]
  for (const listener of listeners.get(type ?? '') ?? [])
    listener({
      type,
      // React gives back later what it has not answered.
      target: { nodeType: 1, parentNode: root, dispatchEvent() {} },
      timeStamp: 0,
      stopPropagation() {},
      preventDefault() {},
    })
  return { hydrated, kinds }
}

test('held are the touches on which React hydrates the whole page at once, and no others', () => {
  const { hydrated, kinds } = hydrateOn()
  expect(hydrated).toBe(false)
  expect(kinds.length).toBeGreaterThan(60)
  const hurrying = kinds.filter(kind => hydrateOn(kind).hydrated)
  expect(hurrying.sort()).toEqual([...touches].sort())
})
