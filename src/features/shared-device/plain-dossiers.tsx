import { useCallback, useEffect, useState } from 'react'
import { isSealed } from '../../core/crypto/keyring.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import { listDossiers } from '../../core/db/dossiers.ts'
import { keptOriginals } from '../../core/db/originals.ts'
import { initialsOf } from '../../core/db/sealed-dossiers.ts'
import { erasePlain, protectDossier as sealDossier } from '../../outbox/encrypt-dossier.ts'
import { itemsOf } from '../../outbox/items.ts'
import { Alert } from '../../ui/feedback.tsx'
import { formatAge } from '../../ui/format.ts'
import { CodeForm } from './code-form.tsx'
import { AskErase } from './erase.tsx'
import * as eraseText from './erase-text.ts'
import * as doorText from './text.ts'
import { type Unsent, unsentOf } from './unsent.ts'

/**
 * What was begun before the device was shared: each is given a code or erased, by its student, and says so. Long, since
 * the list and its two questions are one page, drawn from top to bottom.
 */
export function PlainDossiers({ onChanged }: { onChanged(): void }) {
  const [plain, setPlain] = useState<Dossier[]>([])
  const [sealing, setSealing] = useState<string>()
  const [erasing, setErasing] = useState<{ dossier: Dossier; unsent: Unsent }>()
  const [failed, setFailed] = useState(false)
  const read = useCallback(async () => {
    const { readable } = await listDossiers()
    setPlain(readable.filter(({ id }) => !isSealed(id)))
  }, [])
  useEffect(() => {
    read().catch(reportError)
  }, [read])
  if (plain.length === 0) return null

  const changed = async () => {
    setSealing(undefined)
    setErasing(undefined)
    await read()
    onChanged()
  }
  const seal = async (dossier: Dossier, code: string) => {
    if (!(await sealDossier(dossier, code, Date.now()))) return doorText.changed
    await changed()
    return undefined
  }
  const ask = async (dossier: Dossier) => {
    setFailed(false)
    const [items, originals] = await Promise.all([itemsOf(dossier.id), keptOriginals(dossier.id)])
    setErasing({ dossier, unsent: unsentOf(items, originals) })
  }
  const erase = async (dossier: Dossier, all: boolean) => {
    await erasePlain(dossier, all, Date.now())
    await changed()
  }
  return (
    <section aria-labelledby="sans-code">
      <h2 id="sans-code">{doorText.plainTitle}</h2>
      <Alert tone="warning">{doorText.plain}</Alert>
      {failed && <Alert tone="danger">{eraseText.notErased}</Alert>}
      {plain.map(dossier => (
        <div key={dossier.id} className="stack">
          <p>
            {doorText.row(initialsOf(dossier.answers), formatAge(Date.now() - dossier.savedAt))}
            {dossier.closed && ` (${doorText.plainFinished})`}
          </p>
          {sealing === dossier.id ? (
            <CodeForm
              action={doorText.seal}
              onCode={code => seal(dossier, code)}
              onCancel={() => setSealing(undefined)}
            />
          ) : (
            <div className="pair">
              <button type="button" onClick={() => setSealing(dossier.id)}>
                {doorText.giveCode}
              </button>
              <button type="button" className="destroys" onClick={() => ask(dossier).catch(() => setFailed(true))}>
                {eraseText.erase}
              </button>
            </div>
          )}
        </div>
      ))}
      {erasing && (
        <AskErase
          unsent={erasing.unsent}
          onCancel={() => setErasing(undefined)}
          onErase={all => erase(erasing.dossier, all)}
        />
      )}
    </section>
  )
}
