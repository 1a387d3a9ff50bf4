import type { ReactElement, ReactNode } from 'react'

/** Draws React's elements without React, whose code a slow phone evaluates for most of a second. */

type Props = Readonly<Record<string, unknown>> & { children?: ReactNode }
type Component = (props: Props) => ReactNode
type Drawn = ReactElement<Props> | string

/**
 * What each element was last told to say. What it shows may be a page translator's, and is left
 * alone.
 */
const told = new WeakMap<Element, string>()

/**
 * Makes the children of `parent` what React would draw for `tree`: elements, or a text and nothing
 * else. Only components without hooks; handlers and refs are left to React. What is there already
 * and fits stays: it may be under the student's finger.
 * @returns whether its words have changed
 */
export function draw(parent: Element | null, tree: ReactNode): boolean {
  if (!parent) return false
  const wanted = flat(tree)
  const words = wanted.filter(drawn => typeof drawn === 'string')
  if (words.length > 0) return say(parent, words.join(''))
  told.delete(parent)
  const there = [...parent.childNodes].filter(node => node.nodeType !== Node.COMMENT_NODE)
  let changed = false
  wanted.forEach((drawn, at) => {
    if (typeof drawn === 'string') return
    const old = there[at]
    // An icon beside words that have changed is made anew: it must not appear to move.
    const stays = old && fits(old, drawn) && !(changed && drawn.type === 'svg')
    const node = stays ? (old as Element) : create(parent, drawn)
    if (!old) parent.append(node)
    else if (!stays) old.replaceWith(node)
    if (fill(node, drawn.props)) changed = true
  })
  for (const old of there.slice(wanted.length)) old.remove()
  return changed
}

function say(element: Element, words: string): boolean {
  const before = told.get(element) ?? element.textContent
  if (before === words) return false
  // Centred words begin elsewhere then: an element that stays would be counted as moved, a new one
  // is not.
  const node = element.localName === 'span' ? (element.cloneNode() as Element) : element
  told.set(node, words)
  node.textContent = words
  if (node !== element) element.replaceWith(node)
  return true
}

/**
 * Elements of the page and pieces of text, in their order; components and fragments are resolved.
 */
function flat(tree: ReactNode): Drawn[] {
  if (tree === null || tree === undefined || typeof tree === 'boolean' || tree === '') return []
  if (typeof tree === 'string' || typeof tree === 'number') return [String(tree)]
  if (Array.isArray(tree)) return tree.flatMap(flat)
  const element = tree as ReactElement<Props>
  if (typeof element.type === 'function') return flat((element.type as Component)(element.props))
  return typeof element.type === 'string' ? [element] : flat(element.props.children)
}

/** A link never becomes another one: a tap that has begun on it would lead elsewhere. */
function fits(node: Node, drawn: ReactElement<Props>): boolean {
  if (!(node instanceof Element) || node.localName !== drawn.type) return false
  return drawn.type !== 'a' || node.getAttribute('href') === drawn.props.href
}

function create(parent: Element, drawn: ReactElement<Props>): Element {
  const type = drawn.type as string
  return type === 'svg' || parent.namespaceURI !== document.documentElement.namespaceURI
    ? document.createElementNS('http://www.w3.org/2000/svg', type)
    : document.createElement(type)
}

/** What React calls otherwise than the page. */
const renamed: Readonly<Record<string, string>> = { className: 'class', tabIndex: 'tabindex' }
const notWritten = /^(?:children|key|ref|on[A-Z].*|suppressHydrationWarning)$/

/** @returns whether its words have changed */
function fill(element: Element, { children, ...props }: Props): boolean {
  const attributes = new Map<string, string>()
  for (const [name, value] of Object.entries(props)) {
    const says =
      value !== null && value !== undefined && (value !== false || name.startsWith('aria-'))
    if (says && !notWritten.test(name)) attributes.set(renamed[name] ?? name, String(value))
  }
  for (const [name, value] of attributes)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  // A tap that waits for React is marked on its link (src/app/take-over.page.ts).
  for (const { name } of [...element.attributes])
    if (!attributes.has(name) && name !== 'aria-busy') element.removeAttribute(name)
  return draw(element, children)
}
