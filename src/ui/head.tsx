import { useEffect, useRef } from 'react'
import type { Elements } from './elements.tsx'
import { useFaultShown } from './form.tsx'
import * as uiText from './text.ts'

/**
 * The page's title. It begins with the word for a fault, since a screen reader reads the title
 * first.
 */
function Title({ words }: { words: string }) {
  return <title>{useFaultShown() ? uiText.faulty(words) : words}</title>
}

/** The woven band that closes a head or a card. Its pattern is defined once a page (Weave). */
export function Band() {
  return (
    <svg className="band" aria-hidden="true">
      <rect width="100%" height="12" fill="url(#weave)" />
    </svg>
  )
}

/**
 * One repeat of the woven pattern: lozenge, thread, grains. Defined once, since a page has several
 * bands.
 */
export function Weave() {
  return (
    <svg className="vh" width="0" height="0" aria-hidden="true">
      <pattern id="weave" width="62" height="12" patternUnits="userSpaceOnUse">
        <path
          fill="#f5b83d"
          d="m10 1 8 5-8 5-8-5zm41 .5 2 1.5-2 1.5L49 3zm0 6L53 9l-2 1.5L49 9zm6-3L59 6l-2 1.5L55 6z"
        />
        <path fill="#5a2f12" d="m10 3.7 3.7 2.3-3.7 2.3L6.3 6z" />
        <path fill="none" stroke="#f5b83d" strokeWidth="1.8" d="m23 9.5 4.5-7 4.5 7 4.5-7 4.5 7" />
      </pattern>
    </svg>
  )
}

interface HeadProps {
  title: string
  /** The document's title, where it says more than the heading. */
  page?: string
  /**
   * Still loading: takes no focus, and the heading that replaces it on the first page takes none
   * either.
   */
  pending?: boolean
  /** The line above the heading: where the student stands. */
  where?: Elements
  /** Before the heading: a sign of success. */
  mark?: Elements
  children?: Elements
}

/** The head of a page: its heading, where one stands, and the one thing to be done next. */
export function Head({ title, page = title, pending = false, where, mark, children }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<string>(undefined)
  // A new title is scrolled into view and gets the focus.
  useEffect(() => {
    if (pending || shown.current === title) return
    shown.current = title
    if (!isFirst()) arriveAt(heading.current)
  }, [title, pending])
  return (
    <>
      <Title words={page} />
      <div className="head">
        {where}
        <div className={mark ? 'line seal' : undefined}>
          {mark}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {children}
      </div>
      <Band />
    </>
  )
}

/**
 * The browser itself shows the first page from its beginning; only later headings get the focus.
 */
let first = true

function isFirst(): boolean {
  const was = first
  first = false
  return was
}

/**
 * Tells whether the next heading takes no focus. It does where the page that the browser has shown
 * is gone without React having drawn it; it does not where a screen is drawn anew under a student
 * who types.
 */
export function nextIsFirst(is: boolean): void {
  first = is
}

function arriveAt(heading: HTMLElement | null): void {
  window.scrollTo({ top: 0, behavior: 'instant' })
  heading?.focus({ preventScroll: true })
}
