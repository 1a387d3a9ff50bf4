import { eraseDossier } from '../storage/erase.ts'
import type { SealedRow } from '../storage/sealed-dossiers.ts'
import { formatAge } from '../ui/format.ts'
import { isStale } from './stale.rule.ts'
import { vaultText } from './text.ts'

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
          {isStale(row.savedAt, now) && (
            <div className="stale-row">
              <p className="hint">{vaultText.stale}</p>
              <button
                type="button"
                className="outline secondary"
                onClick={() => eraseDossier(row.id).then(onChanged, reportError)}
              >
                {vaultText.staleErase}
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
