import { useState } from 'react'
import { storageTrouble } from '../../core/db/database.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import { listDossiers, touchDossier } from '../../core/db/dossiers.ts'
import { keptSourceFiles } from '../../core/db/source-files.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { eraseUnencrypted } from '../../outbox/encrypt-dossier.ts'
import { itemsOf } from '../../outbox/items.ts'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import { isStale } from '../../spec/limits.ts'
import { Alert } from '../../ui/feedback.tsx'
import { formatAge } from '../../ui/format.ts'
import { AskErase } from './ask-erase.tsx'
import * as eraseText from './erase-text.ts'
import { type Unsent, unsentOf } from './unsent.ts'

/** Offers to erase a draft that has not been touched for long; it is never erased by itself. */
export function StaleDrafts() {
  const { value: stale, again } = useStored(['staleDraft'], () => oldest(Date.now()))
  const [unsent, setUnsent] = useState<Unsent>()
  const [trouble, setTrouble] = useState<string>()
  if (!stale) return null
  const { id } = stale
  const ask = async () => {
    setTrouble(undefined)
    setUnsent(unsentOf(await itemsOf(id), await keptSourceFiles(id)))
  }
  const keep = async () => {
    setTrouble(undefined)
    await touchDossier(id, Date.now())
    await again()
  }
  return (
    <div className="notices stack">
      {trouble && <Alert tone="danger">{trouble}</Alert>}
      <Alert tone="info">
        <p>{eraseText.stale(formatAge(Date.now() - stale.savedAt))}</p>
        <div className="pair">
          <button
            type="button"
            className="quiet"
            onClick={() =>
              keep().catch(error => setTrouble(storageTroubleText[storageTrouble(error)]))
            }
          >
            {eraseText.staleKeep}
          </button>
          <button
            type="button"
            className="destroys"
            onClick={() => ask().catch(() => setTrouble(eraseText.notErased))}
          >
            {eraseText.staleErase}
          </button>
        </div>
      </Alert>
      {unsent && (
        <AskErase
          unsent={unsent}
          onCancel={() => setUnsent(undefined)}
          onErase={async all => {
            await eraseUnencrypted(stale, all, Date.now())
            setUnsent(undefined)
            await again()
          }}
        />
      )}
    </div>
  )
}

async function oldest(now: number): Promise<Dossier | undefined> {
  const { readable } = await listDossiers()
  return readable.filter(({ savedAt }) => isStale(savedAt, now)).at(-1)
}
