import type { ReactElement, ReactNode } from 'react'

/** Draws React's elements without React, whose code a slow phone evaluates for most of a second. */

type Props = Readonly<Record<string, unknown>> & { children?: ReactNode }
type Component = (props: Props) => ReactNode
type Drawn = ReactElement<Props> | string

/** The texts that each element was last given: a page translator may have put elements of its own in their places. */
const given = new WeakMap<Element, readonly Drawn[]>()

/**
 * Makes the children of `parent` what React would draw for `tree`. Only components without hooks; handlers and refs are
 * left to React. What is there already and fits stays: it may be under the student's finger.
 */
export function draw(parent: Element | null, tree: ReactNode): void {
  if (!parent) return
  const wanted = flat(tree)
  const there = [...parent.childNodes].filter(node => node.nodeType !== Node.COMMENT_NODE)
  const before = given.get(parent)
  given.set(parent, wanted)
  // What stands beside a text that has changed is made anew: it must not appear to move.
  let moves = false
  wanted.forEach((drawn, at) => {
    const old = there[at]
    const isText = typeof drawn === 'string'
    if (isText && old && before?.[at] === drawn) return
    const node = old && fits(old, drawn) && (isText || !moves) ? old : create(parent, drawn)
    if (!old) parent.append(node)
    else if (node !== old) old.replaceWith(node)
    if (!isText) fill(node as Element, drawn.props)
    else if (node.nodeValue !== drawn) {
      node.nodeValue = drawn
      moves = true
    }
  })
  for (const old of there.slice(wanted.length)) old.remove()
}

/** Elements of the page and pieces of text, in their order; components and fragments are resolved. */
function flat(tree: ReactNode): Drawn[] {
  if (tree === null || tree === undefined || typeof tree === 'boolean' || tree === '') return []
  if (typeof tree === 'string' || typeof tree === 'number') return [String(tree)]
  if (Array.isArray(tree)) return tree.flatMap(flat)
  const element = tree as ReactElement<Props>
  if (typeof element.type === 'function') return flat((element.type as Component)(element.props))
  return typeof element.type === 'string' ? [element] : flat(element.props.children)
}

/** A link never becomes another one: a tap that has begun on it would lead elsewhere. */
function fits(node: Node, drawn: Drawn): boolean {
  if (typeof drawn === 'string') return node.nodeType === Node.TEXT_NODE
  if (!(node instanceof Element) || node.localName !== drawn.type) return false
  return drawn.type !== 'a' || node.getAttribute('href') === drawn.props.href
}

function create(parent: Element, drawn: Drawn): Node {
  if (typeof drawn === 'string') return document.createTextNode(drawn)
  const type = drawn.type as string
  return type === 'svg' || parent.namespaceURI !== document.documentElement.namespaceURI
    ? document.createElementNS('http://www.w3.org/2000/svg', type)
    : document.createElement(type)
}

/** What React calls otherwise than the page. */
const renamed: Readonly<Record<string, string>> = { className: 'class', tabIndex: 'tabindex' }
const notWritten = /^(?:children|key|ref|on[A-Z].*|suppressHydrationWarning)$/

function fill(element: Element, { children, ...props }: Props): void {
  const attributes = new Map<string, string>()
  for (const [name, value] of Object.entries(props)) {
    const says = value !== null && value !== undefined && (value !== false || name.startsWith('aria-'))
    if (says && !notWritten.test(name)) attributes.set(renamed[name] ?? name, String(value))
  }
  for (const [name, value] of attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  // A tap that waits for React is marked on its link (src/app/take-over.page.ts).
  for (const { name } of [...element.attributes])
    if (!attributes.has(name) && name !== 'aria-busy') element.removeAttribute(name)
  draw(element, children)
}
