import { type ReactNode, useEffect, useRef } from 'react'
import { Band } from './band.tsx'
import { Title } from './title.tsx'

interface HeadProps {
  title: string
  /** The document's title, where it says more than the heading. */
  page?: string
  /** Nothing to be told of yet: what follows in its place is no news to who came by an address. */
  pending?: boolean
  /** The line above the heading: where the student stands. */
  where?: ReactNode
  /** Before the heading: that something has come to its good end. */
  mark?: ReactNode
  children?: ReactNode
}

/** The head of a page: its heading, where one stands, and the one thing to be done next. */
export function Head({ title, page = title, pending = false, where, mark, children }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<string>(undefined)
  // When it says something new, it is brought into view and gets the focus.
  useEffect(() => {
    if (pending || shown.current === title) return
    shown.current = title
    if (!isFirst()) arriveAt(heading.current)
  }, [title, pending])
  return (
    <>
      <Title>{page}</Title>
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

/** A browser itself takes everybody to the beginning of the first page; each later heading is news. */
let first = true

function isFirst(): boolean {
  const was = first
  first = false
  return was
}

function arriveAt(heading: HTMLElement | null): void {
  window.scrollTo({ top: 0, behavior: 'instant' })
  heading?.focus({ preventScroll: true })
}
