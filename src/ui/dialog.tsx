import { type ReactNode, useEffect, useId, useRef } from 'react'
import { nextPaint } from '../browser/turn.page.ts'

interface ConfirmProps {
  open: boolean
  title: string
  children: ReactNode
  onConfirm(): void
  onCancel(): void
  /** The cross, Escape: nothing has been decided. */
  onClose(): void
}

/** A native dialog keeps the focus inside, and Escape closes it. */
export function Confirm({ open, title, children, onConfirm, onCancel, onClose }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    let changed = false
    const show = (element: HTMLDialogElement) => (open ? element.showModal() : element.close())
    // Either styles the whole page anew, since all behind a dialog is out of reach: the answer to the tap is drawn first.
    nextPaint().then(() => {
      if (!changed && dialog.current && dialog.current.open !== open) show(dialog.current)
    })
    return () => {
      changed = true
    }
  }, [open])
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={() => open && onClose()}>
      {open && (
        <article>
          <header>
            <button type="button" className="close" aria-label="Fermer" onClick={onClose} />
            <h2 id={heading}>{title}</h2>
          </header>
          {children}
          <footer>
            <button type="button" className="secondary" onClick={onCancel}>
              Annuler
            </button>
            <button type="button" onClick={onConfirm}>
              Je confirme
            </button>
          </footer>
        </article>
      )}
    </dialog>
  )
}
