import { useState } from 'react'
import * as commonText from '../common/text.ts'
import { eraseDossier } from '../storage/erase.ts'
import type { SealedRow } from '../storage/sealed-dossiers.ts'
import { Alert } from '../ui/alert.tsx'
import { formatAge } from '../ui/format.ts'
import * as deviceText from './device-text.ts'
import { isStale } from './stale.rule.ts'
import * as vaultText from './vault-text.ts'

interface RowsProps {
  rows: readonly SealedRow[]
  onChoose(row: SealedRow): void
  onChanged(): void
}

export function DossierRows({ rows, onChoose, onChanged }: RowsProps) {
  const now = Date.now()
  if (rows.length === 0) return <p className="hint">{vaultText.empty}</p>
  return (
    <ul className="dossier-rows">
      {rows.map(row => (
        <li key={row.id}>
          <button type="button" className="outline" onClick={() => onChoose(row)}>
            {vaultText.row(row.initials, formatAge(now - row.savedAt))}
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
        <p className="hint">{vaultText.stale}</p>
        <button type="button" className="outline secondary" onClick={() => setAsked(true)}>
          {vaultText.staleErase}
        </button>
      </div>
    )
  return (
    <div className="stale-row">
      <Alert tone="warning">{vaultText.staleSure}</Alert>
      {failed && <Alert tone="danger">{deviceText.notErased}</Alert>}
      <div className="pair">
        <button type="button" onClick={() => eraseDossier(id).then(onErased, () => setFailed(true))}>
          {deviceText.erase}
        </button>
        <button type="button" className="outline" onClick={() => setAsked(false)}>
          {commonText.cancel}
        </button>
      </div>
    </div>
  )
}
