import { type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { nextPaint } from '../core/platform/turn.page.ts'
import * as commonText from '../spec/text.ts'
import type { Elements } from './elements.tsx'
import { Icon, type IconName } from './icon.tsx'
import * as uiText from './text.ts'

interface ConfirmProps {
  open: boolean
  title: string
  icon?: IconName
  children: Elements
  onConfirm(): void
  /** Also called by the cross and by Escape: closing never confirms (docs/behaviour.md). */
  onCancel(): void
  /** Moves the focus once the dialog is closed; without it the browser restores the previous focus. */
  onClosed?: (() => void) | undefined
}

/** A native dialog keeps the focus inside, and Escape closes it. */
export function Confirm({ open, title, icon, children, onConfirm, onCancel, onClosed }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = useRef(false)
  const closed = useRef(onClosed)
  useEffect(() => {
    closed.current = onClosed
  })
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    let changed = false
    // Opening and closing restyle the whole page, which is slow: the browser paints the response to the tap first.
    void nextPaint().then(() => {
      if (changed || !element) return
      if (open) {
        shown.current = true
        // Still open, if it was closed and opened again before the next paint.
        if (!element.open) element.showModal()
        // The heading gets the focus, so that a stray press of Enter confirms nothing.
        element.querySelector('h2')?.focus()
      } else if (shown.current) {
        shown.current = false
        // Not open any more, if the browser has closed it.
        if (element.open) element.close()
        closed.current?.()
      }
    })
    return () => {
      changed = true
    }
  }, [open])
  // The close event comes a task later, when the next touch may have opened the dialog again: so Escape is prevented,
  // and the effect closes it. At a second Escape the browser closes it all the same: then it was shown and is not open.
  const leave = (event: SyntheticEvent) => {
    event.preventDefault()
    onCancel()
  }
  const left = () => open && shown.current && !dialog.current?.open && onCancel()
  return (
    <dialog ref={dialog} aria-labelledby={heading} onCancel={leave} onClose={left}>
      {open && (
        <article>
          <header>
            <h2 id={heading} className={icon && 'line wrap'} tabIndex={-1}>
              {icon && <Icon name={icon} />}
              <span>{title}</span>
            </h2>
            <button type="button" className="x quiet" aria-label={commonText.close} onClick={onCancel}>
              <Icon name="cross" />
            </button>
          </header>
          {children}
          <footer className="pair">
            <button type="button" className="quiet" onClick={onCancel}>
              {commonText.cancel}
            </button>
            <button type="button" onClick={onConfirm}>
              {uiText.confirm}
            </button>
          </footer>
        </article>
      )}
    </dialog>
  )
}
