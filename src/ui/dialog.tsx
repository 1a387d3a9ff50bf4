import { type ReactNode, useEffect, useId, useRef } from 'react'
import { nextPaint } from '../browser/turn.page.ts'
import * as commonText from '../common/text.ts'
import { Icon } from './icon.tsx'
import * as uiText from './text.ts'

interface ConfirmProps {
  open: boolean
  title: string
  children: ReactNode
  onConfirm(): void
  /** Also by the cross and by Escape: nothing is confirmed by leaving (docs/behaviour.md). */
  onCancel(): void
}

/** A native dialog keeps the focus inside, and Escape closes it. */
export function Confirm({ open, title, children, onConfirm, onCancel }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    let changed = false
    // Opening and closing both style the whole page anew, which is slow: the answer to the tap is drawn first.
    void nextPaint().then(() => {
      if (changed || !element || element.open === open) return
      if (!open) return element.close()
      element.showModal()
      // Nothing that confirms is one stray press of Enter away.
      element.querySelector('h2')?.focus()
    })
    return () => {
      changed = true
    }
  }, [open])
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={() => open && onCancel()}>
      {open && (
        <article>
          <header>
            <h2 id={heading} tabIndex={-1}>
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
