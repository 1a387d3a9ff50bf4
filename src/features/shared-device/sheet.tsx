import { type ReactNode, useEffect, useId, useRef } from 'react'
import * as commonText from '../../spec/text.ts'
import { Icon } from '../../ui/icon.tsx'

interface SheetProps {
  title: string
  children: ReactNode
  /** What erases comes last, where it always does. */
  erase: ReactNode
  /** A way that loses nothing, before all others. */
  first?: ReactNode
  onCancel(): void
}

/** Asks before something is erased. Whatever closes it gives the focus back to what has opened it. */
export function Sheet({ title, children, erase, first, onCancel }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    if (dialog.current?.open) return
    dialog.current?.showModal()
    // Nothing that erases is one stray press of Enter away.
    dialog.current?.querySelector('h2')?.focus()
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onCancel}>
      <article>
        <header>
          <h2 id={heading} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className="x quiet" aria-label={commonText.close} onClick={close}>
            <Icon name="cross" />
          </button>
        </header>
        {children}
        <footer className="stack">
          {first}
          <button type="button" className="quiet" onClick={close}>
            {commonText.cancel}
          </button>
          {erase}
        </footer>
      </article>
    </dialog>
  )
}
