import { useState } from 'react'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { settings } from '../../provider/settings.ts'
import { documentsOf } from '../../rules/documents.ts'
import { eraseDossier } from '../../storage/erase.ts'
import type { SealedRow } from '../../storage/sealed-dossiers.ts'
import { Alert } from '../../ui/alert.tsx'
import { formatAge } from '../../ui/format.ts'
import { Sheet } from '../erasing/sheet.tsx'
import { isStale } from '../erasing/stale.rule.ts'
import * as eraseText from '../erasing/text.ts'
import { type Progress, progressOf } from './progress.rule.ts'
import * as doorText from './text.ts'

interface RowsProps {
  rows: readonly SealedRow[]
  onChoose(row: SealedRow): void
  onChanged(): void
}

export function DossierRows({ rows, onChoose, onChanged }: RowsProps) {
  const items = useOutbox() ?? []
  const now = Date.now()
  if (rows.length === 0) return <p>{doorText.empty}</p>
  return (
    <ul className="rows">
      {rows.map(row => (
        <li key={row.id}>
          <SealedDossier row={row} progress={progressOf(items, row.id)} now={now} onChoose={() => onChoose(row)} />
          {isStale(row.savedAt, now) && <StaleErase id={row.id} onErased={onChanged} />}
        </li>
      ))}
    </ul>
  )
}

interface SealedProps {
  row: SealedRow
  progress: Progress
  now: number
  onChoose(): void
}

function SealedDossier({ row: { initials, savedAt }, progress: { given, waiting }, now, onChoose }: SealedProps) {
  return (
    <button type="button" className="quiet wrap" onClick={onChoose}>
      <span className="who" aria-hidden="true">
        {initials.replaceAll(/[. ]/g, '')}
      </span>
      <span className="what">
        {initials || doorText.nameless}
        <span className="hint"> {doorText.savedAt(formatAge(now - savedAt))}</span>
        {waiting > 0 && <span className="hint"> {doorText.waiting(waiting)}</span>}
        {isStale(savedAt, now) && <span className="state doubt">{doorText.stale}</span>}
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
      <span aria-hidden="true">{doorText.count(given, asked.length)}</span>
      <span className="vh"> {doorText.photos(given, asked.length)}</span>
    </span>
  )
}

/** Of a student who does not come back: erased without its code, asked once more, and never by itself. */
function StaleErase({ id, onErased }: { id: string; onErased(): void }) {
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
        <Sheet title={doorText.staleSure} erase={destroy} onCancel={() => setAsked(false)}>
          {failed && <Alert tone="danger">{eraseText.notErased}</Alert>}
          <p>{doorText.staleDetail}</p>
        </Sheet>
      )}
    </>
  )
}
