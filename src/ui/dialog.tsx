import {
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { nextPaint } from '../core/platform/paint.page.ts'
import * as commonText from '../spec/text.ts'
import { closeByBack } from './back.page.ts'
import type { Elements } from './elements.tsx'
import { awayFromFinger, onceRead, whenStill } from './hands.page.ts'
import { Icon, type IconName } from './icon.tsx'
import * as uiText from './text.ts'

interface ModalProps {
  open?: boolean
  title: string
  icon?: IconName | undefined
  hint?: string
  className?: 'studio'
  /** Nothing was pressed for it: it waits until the student's hands are still. */
  byItself?: boolean | undefined
  /**
   * Called by the cross, by Escape and by Back.
   * @returns true where it stays open, since it asks first
   */
  onLeave(): unknown
  /**
   * Moves the focus once the dialog is closed; without it the browser restores the previous focus.
   */
  onClosed?: (() => void) | undefined
  onKeyDown?(event: KeyboardEvent): void
  children: Elements
}

/** A native dialog keeps the focus inside. Long, since it is shown and closed in one place. */
export function Modal({
  open = true,
  title,
  icon,
  hint,
  byItself,
  onLeave,
  onClosed,
  children,
  ...rest
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = useRef(false)
  const latest = useRef({ onLeave, onClosed })
  useEffect(() => {
    latest.current = { onLeave, onClosed }
  })
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    let changed = false
    let forget: (() => void) | undefined
    // Opening and closing restyle the whole page, which is slow: the browser paints the response to
    // the tap first.
    void (open && byItself ? whenStill() : nextPaint()).then(() => {
      if (changed || !element) return
      if (open) {
        shown.current = true
        // Still open, if it was closed and opened again before the next paint.
        if (!element.open) element.showModal()
        // The heading gets the focus, so that a stray press of Enter confirms nothing.
        element.querySelector('h2')?.focus()
        awayFromFinger(element)
        onceRead(element.firstElementChild)
        forget = closeByBack(() => latest.current.onLeave())
      } else if (shown.current) {
        shown.current = false
        // Not open any more, if the browser has closed it.
        if (element.open) element.close()
        latest.current.onClosed?.()
      }
    })
    return () => {
      changed = true
      forget?.()
    }
  }, [open, byItself])
  // One that is taken out of the page gives the focus back as well.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])
  // The close event comes a task later, when the next touch may have opened the dialog again: so
  // Escape is prevented, and the effect closes it. At a second Escape the browser closes it all the
  // same: then it was shown and is not open.
  const leave = (event: SyntheticEvent) => {
    event.preventDefault()
    onLeave()
  }
  const left = () => {
    if (open && shown.current && !dialog.current?.open && onLeave() === true)
      dialog.current?.showModal()
  }
  return (
    <dialog ref={dialog} aria-labelledby={heading} onCancel={leave} onClose={left} {...rest}>
      {open && (
        <article>
          <header>
            <div>
              <h2 id={heading} className={icon && 'line wrap'} tabIndex={-1}>
                {icon && <Icon name={icon} />}
                <span>{title}</span>
              </h2>
              {hint && (
                <p className="hint" role="status">
                  {hint}
                </p>
              )}
            </div>
            <button
              type="button"
              className="x quiet"
              aria-label={commonText.close}
              onClick={onLeave}
            >
              <Icon name="cross" />
            </button>
          </header>
          {children}
        </article>
      )}
    </dialog>
  )
}

interface ConfirmProps {
  open: boolean
  title: string
  icon?: IconName
  byItself?: boolean
  children: Elements
  onConfirm(): void
  /** Also called by the cross and by Escape: closing never confirms (docs/behaviour.md). */
  onCancel(): void
  onClosed?: (() => void) | undefined
}

/** A question that only « Je confirme » answers with a yes. */
export function Confirm({ children, onConfirm, onCancel, ...modal }: ConfirmProps) {
  return (
    <Modal onLeave={onCancel} {...modal}>
      {children}
      <footer className="pair">
        <button type="button" className="quiet" onClick={onCancel}>
          {commonText.cancel}
        </button>
        <button type="button" onClick={onConfirm}>
          {uiText.confirm}
        </button>
      </footer>
    </Modal>
  )
}
