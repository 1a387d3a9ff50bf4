import { settings } from '../../core/api/settings.ts'
import type { EncryptedRow } from '../../core/db/encrypted-dossiers.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { documentsOf } from '../../spec/documents.ts'
import { isStale } from '../../spec/limits.ts'
import { formatAge } from '../../ui/format.ts'
import { EraseWithoutCode } from './ask-erase.tsx'
import * as unlockText from './text.ts'
import { type Progress, progressOf } from './unlocking.ts'

interface RowsProps {
  rows: readonly EncryptedRow[]
  onChoose(row: EncryptedRow): void
  onChanged(): void
}

export function DossierRows({ rows, onChoose, onChanged }: RowsProps) {
  const items = useOutbox() ?? []
  const now = Date.now()
  if (rows.length === 0) return <p>{unlockText.empty}</p>
  return (
    <ul className="rows">
      {rows.map(row => (
        <li key={row.id}>
          <EncryptedDossier
            row={row}
            progress={progressOf(items, row.id)}
            now={now}
            onChoose={() => onChoose(row)}
          />
          {isStale(row.savedAt, now) && (
            <EraseWithoutCode id={row.id} title={unlockText.staleSure} onErased={onChanged} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface EncryptedProps {
  row: EncryptedRow
  progress: Progress
  now: number
  onChoose(): void
}

function EncryptedDossier({
  row: { initials, savedAt },
  progress: { given, waiting },
  now,
  onChoose,
}: EncryptedProps) {
  return (
    <button type="button" className="quiet wrap" onClick={onChoose}>
      <span className="who" aria-hidden="true">
        {initials.replaceAll(/[. ]/g, '')}
      </span>
      <span className="what">
        <b>{initials || unlockText.nameless}</b>
        <span className="hint">{` ${unlockText.savedAt(formatAge(now - savedAt))}`}</span>
        {waiting > 0 && <span className="hint">{` ${unlockText.waiting(waiting)}`}</span>}
        {isStale(savedAt, now) && <span className="state doubt">{unlockText.stale}</span>}
      </span>
      {given !== undefined && <Count given={given} />}
    </button>
  )
}

function Count({ given }: { given: number }) {
  const asked = documentsOf(settings.wizard)
  return (
    <span className="count line">
      <span className="loz" aria-hidden="true">
        {asked.map((document, place) => (
          <i key={document} className={place < given ? 'on' : ''} />
        ))}
      </span>
      <span aria-hidden="true">{unlockText.count(given, asked.length)}</span>
      <span className="vh">{` ${unlockText.photos(given, asked.length)}`}</span>
    </span>
  )
}
