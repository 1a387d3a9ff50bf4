import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { nextPaint } from '../core/platform/turn.page.ts'
import * as commonText from '../spec/text.ts'
import { Icon, type IconName } from './icon.tsx'
import * as uiText from './text.ts'

interface ConfirmProps {
  open: boolean
  title: string
  icon?: IconName
  children: ReactNode
  onConfirm(): void
  /** Also by the cross and by Escape: nothing is confirmed by leaving (docs/behaviour.md). */
  onCancel(): void
  /** Where the focus goes once it is closed; without it the browser takes it back to where it was. */
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
    // Opening and closing both style the whole page anew, which is slow: the answer to the tap is drawn first.
    void nextPaint().then(() => {
      if (changed || !element) return
      if (open) {
        shown.current = true
        // Left and asked for again before the next paint.
        if (!element.open) element.showModal()
        // Nothing that confirms is one stray press of Enter away.
        element.querySelector('h2')?.focus()
      } else if (shown.current) {
        shown.current = false
        // The browser has closed it already.
        if (element.open) element.close()
        closed.current?.()
      }
    })
    return () => {
      changed = true
    }
  }, [open])
  // That a dialog is closed is said a turn later, when the next touch may have opened it again: Escape is therefore asked
  // to leave it to us. What a browser closes all the same, at a second Escape, was shown and is open no more.
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
              {title}
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
