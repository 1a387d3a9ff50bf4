import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { draw } from '../../../src/ui/draw.tsx'

/** Ways to show words that change, come and go. */
type Form = (words: string) => ReactNode

/** What tests/architecture/loose-text.ts allows. */
const safe: Record<string, Form> = {
  'words alone': words => <p>{words}</p>,
  'words or nothing': words => <p>{words !== '' && words}</p>,
  'words or an element': words => <p>{words === 'deux' ? <b>{words}</b> : words}</p>,
  'words or elements': words => <p>{words === 'deux' ? [<b key="1">de</b>, <i key="2">ux</i>] : words}</p>,
  'words in elements beside others': words => (
    <p>
      {words === 'deux' && <svg />}
      <b>{words}</b>
      {words !== '' && <i>{words}</i>}
    </p>
  ),
  'words of a link that comes to lead elsewhere': words => (
    <p>
      <a href={`#${words}`}>{words}</a>
      <svg />
    </p>
  ),
  'words of an option': words => (
    <select>
      <option value="1">{words}</option>
    </select>
  ),
}

const Words = ({ words }: { words: string }) => words

/** What it forbids. */
const loose: Record<string, Form> = {
  'words beside an element': words => (
    <p>
      <b>a</b>
      {words}
    </p>
  ),
  'words beside an element that comes and goes': words => <p>{words === 'deux' && <b>a</b>}mots</p>,
  'words that never change, in an element that React keeps for others': words =>
    words === 'deux' ? (
      <p>{words}</p>
    ) : (
      <p>
        <svg /> mots
      </p>
    ),
  'words that never change, in place of others that never change': words =>
    words === 'deux' ? (
      <p>
        a<svg />
      </p>
    ) : (
      <p>
        b<svg />
      </p>
    ),
  'two words': words => (
    <p>
      {words}
      {words}
    </p>
  ),
  'words that are all that a component gives': words => <p>{words === 'deux' ? <b /> : <Words words={words} />}</p>,
}

let root: Root | undefined

const tools = {
  safe: Object.keys(safe),
  loose: Object.keys(loose),
  /** How often something on the page has changed, where a test counts it. */
  changes: 0,
  /**
   * Shows words in one of these ways.
   * @param by React, or what draws before React is there
   * @returns what a page without a translator would show
   */
  show(name: string, words: string, by: 'react' | 'draw'): string | null {
    const tree = (safe[name] ?? loose[name])?.(words)
    const page = document.body.firstElementChild ?? document.body.appendChild(document.createElement('main'))
    if (by === 'draw') draw(page, tree)
    else {
      root ??= createRoot(page)
      flushSync(() => root?.render(tree))
    }
    const beside = document.createElement('main')
    flushSync(() => createRoot(beside).render(tree))
    return beside.textContent
  },
  clear(): void {
    root = undefined
    document.body.replaceChildren()
  },
}

declare global {
  var forms: typeof tools
}
globalThis.forms = tools
