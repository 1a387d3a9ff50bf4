import { useCallback, useEffect, useState } from 'react'
import { itemsOf } from '../outbox/queue.ts'
import { announce } from '../outbox/signals.ts'
import type { Dossier } from '../storage/dossier.ts'
import { keptOriginals, listDossiers, touchDossier } from '../storage/dossiers.ts'
import { Alert } from '../ui/alert.tsx'
import { formatAge } from '../ui/format.ts'
import { AskErase } from './ask-erase.tsx'
import { erasePlain } from './erase-plain.ts'
import { isStale } from './stale.rule.ts'
import { deviceText } from './text.ts'
import { type Unsent, unsentOf } from './unsent.ts'

/** A draft that nobody has touched for long is offered for erasure, and never erased by itself. */
export function StaleDrafts() {
  const [stale, setStale] = useState<Dossier>()
  const [unsent, setUnsent] = useState<Unsent>()
  const [failed, setFailed] = useState(false)
  const read = useCallback(async () => setStale(await oldest(Date.now())), [])
  useEffect(() => {
    read().catch(reportError)
  }, [read])
  if (!stale) return null
  const { id } = stale
  const ask = async () => {
    setFailed(false)
    setUnsent(unsentOf(await itemsOf(id), await keptOriginals(id)))
  }
  return (
    <div className="container device-notice">
      {failed && <Alert tone="danger">{deviceText.notErased}</Alert>}
      <Alert tone="info">
        <p>{deviceText.stale(formatAge(Date.now() - stale.savedAt))}</p>
        <div className="pair">
          <button type="button" className="outline" onClick={() => ask().catch(() => setFailed(true))}>
            {deviceText.staleErase}
          </button>
          <button type="button" onClick={() => touchDossier(id, Date.now()).then(read, reportError)}>
            {deviceText.staleKeep}
          </button>
        </div>
      </Alert>
      {unsent && (
        <AskErase
          unsent={unsent}
          onCancel={() => setUnsent(undefined)}
          onErase={async all => {
            await erasePlain(stale, all)
            announce({ kind: 'changed' })
            setUnsent(undefined)
            await read()
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
