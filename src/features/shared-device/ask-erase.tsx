import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import * as eraseText from './erase-text.ts'
import { Sheet } from './sheet.tsx'
import { spoken, type Unsent } from './unsent.ts'

interface AskProps {
  unsent: Unsent
  /** `all`: also what waits to be sent. */
  onErase(all: boolean): Promise<void>
  onCancel(): void
}

/** Nothing unsent is thrown away unsaid: it leaves by itself, or it is erased by its name. */
export function AskErase({ unsent: { waiting, stuck }, onErase, onCancel }: AskProps) {
  const [failed, setFailed] = useState(false)
  const erase = (all: boolean) => onErase(all).catch(() => setFailed(true))
  const letGo = (
    <button type="button" onClick={() => erase(false)}>
      {eraseText.letGo}
    </button>
  )
  const destroy = (
    <button type="button" className="destroys" onClick={() => erase(true)}>
      {waiting.length + stuck.length > 0 ? eraseText.eraseUnsent : eraseText.eraseDossier}
    </button>
  )
  return (
    <Sheet title={eraseText.finishTitle} first={waiting.length > 0 && letGo} erase={destroy} onCancel={onCancel}>
      {failed && <Alert tone="danger">{eraseText.notErased}</Alert>}
      <p>{eraseText.finishDetail}</p>
      {waiting.length > 0 && <Alert tone="warning">{eraseText.waiting(spoken(waiting))}</Alert>}
      {stuck.length > 0 && <Alert tone="warning">{eraseText.stuck(spoken(stuck))}</Alert>}
      <p className="hint">{eraseText.gallery}</p>
    </Sheet>
  )
}
