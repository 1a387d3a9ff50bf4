import { useState } from 'react'
import * as commonText from '../../common/text.ts'
import { eraseDossier } from '../../storage/erase.ts'
import type { SealedRow } from '../../storage/sealed-dossiers.ts'
import { Alert } from '../../ui/alert.tsx'
import { formatAge } from '../../ui/format.ts'
import { isStale } from '../erasing/stale.rule.ts'
import * as eraseText from '../erasing/text.ts'
import * as doorText from './text.ts'

interface RowsProps {
  rows: readonly SealedRow[]
  onChoose(row: SealedRow): void
  onChanged(): void
}

export function DossierRows({ rows, onChoose, onChanged }: RowsProps) {
  const now = Date.now()
  if (rows.length === 0) return <p className="hint">{doorText.empty}</p>
  return (
    <ul className="dossier-rows">
      {rows.map(row => (
        <li key={row.id}>
          <button type="button" className="quiet" onClick={() => onChoose(row)}>
            {doorText.row(row.initials, formatAge(now - row.savedAt))}
          </button>
          {isStale(row.savedAt, now) && <StaleRow id={row.id} onErased={onChanged} />}
        </li>
      ))}
    </ul>
  )
}

/** Whose student does not come back: erased without its code, asked once more, and never by itself. */
function StaleRow({ id, onErased }: { id: string; onErased(): void }) {
  const [asked, setAsked] = useState(false)
  const [failed, setFailed] = useState(false)
  if (!asked)
    return (
      <div className="stale-row">
        <p className="hint">{doorText.stale}</p>
        <button type="button" className="quiet" onClick={() => setAsked(true)}>
          {doorText.staleErase}
        </button>
      </div>
    )
  return (
    <div className="stale-row">
      <Alert tone="warning">{doorText.staleSure}</Alert>
      {failed && <Alert tone="danger">{eraseText.notErased}</Alert>}
      <div className="pair">
        <button type="button" onClick={() => eraseDossier(id).then(onErased, () => setFailed(true))}>
          {eraseText.erase}
        </button>
        <button type="button" className="quiet" onClick={() => setAsked(false)}>
          {commonText.cancel}
        </button>
      </div>
    </div>
  )
}
