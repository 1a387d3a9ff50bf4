import { useEffect, useId, useRef, useState } from 'react'
import * as commonText from '../../common/text.ts'
import { Alert } from '../../ui/alert.tsx'
import * as eraseText from './text.ts'
import { spoken, type Unsent } from './unsent.ts'

interface AskProps {
  unsent: Unsent
  /** `all`: also what waits to be sent. */
  onErase(all: boolean): Promise<void>
  onCancel(): void
}

/** Nothing unsent is thrown away unsaid: it leaves by itself, or it is erased by its name. */
export function AskErase({ unsent: { waiting, stuck }, onErase, onCancel }: AskProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const erase = (all: boolean) => onErase(all).catch(() => setFailed(true))
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onCancel}>
      <article>
        <h2 id={heading}>{eraseText.finishTitle}</h2>
        <p>{eraseText.finishDetail}</p>
        {waiting.length > 0 && <Alert tone="warning">{eraseText.waiting(spoken(waiting))}</Alert>}
        {stuck.length > 0 && <Alert tone="warning">{eraseText.stuck(spoken(stuck))}</Alert>}
        {failed && <Alert tone="danger">{eraseText.notErased}</Alert>}
        <p className="hint">{eraseText.gallery}</p>
        <div className="choices">
          {waiting.length > 0 && (
            <button type="button" onClick={() => erase(false)}>
              {eraseText.letGo}
            </button>
          )}
          <button type="button" className={waiting.length > 0 ? 'quiet' : ''} onClick={() => erase(true)}>
            {waiting.length + stuck.length > 0 ? eraseText.eraseUnsent : eraseText.eraseDossier}
          </button>
          <button type="button" className="quiet" onClick={onCancel}>
            {commonText.cancel}
          </button>
        </div>
      </article>
    </dialog>
  )
}
