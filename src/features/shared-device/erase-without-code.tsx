import { useState } from 'react'
import { eraseDossier } from '../../core/db/erase.ts'
import { Alert } from '../../ui/alert.tsx'
import * as eraseText from './erase-text.ts'
import { Sheet } from './sheet.tsx'
import * as doorText from './unlock-text.ts'

interface EraseProps {
  id: string
  /** The question that is asked once more. */
  title: string
  onErased(): void
}

/** Of a dossier that no code will open: its student does not come back, or it was altered. Never by itself. */
export function EraseWithoutCode({ id, title, onErased }: EraseProps) {
  const [asked, setAsked] = useState(false)
  const [failed, setFailed] = useState(false)
  const destroy = (
    <button type="button" className="destroys" onClick={() => eraseDossier(id).then(onErased, () => setFailed(true))}>
      {eraseText.erase}
    </button>
  )
  return (
    <>
      <button type="button" className="destroys short" onClick={() => setAsked(true)}>
        {doorText.staleErase}
      </button>
      {asked && (
        <Sheet title={title} erase={destroy} onCancel={() => setAsked(false)}>
          {failed && <Alert tone="danger">{eraseText.notErased}</Alert>}
          <p>{doorText.staleDetail}</p>
        </Sheet>
      )}
    </>
  )
}
