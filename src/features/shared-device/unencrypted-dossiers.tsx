import { useState } from 'react'
import { isEncrypted } from '../../core/crypto/keyring.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import { listDossiers } from '../../core/db/dossiers.ts'
import { initialsOf } from '../../core/db/encrypted-dossiers.ts'
import { keptSourceFiles } from '../../core/db/source-files.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { eraseUnencrypted, protectDossier } from '../../outbox/encrypt-dossier.ts'
import { itemsOf } from '../../outbox/items.ts'
import { Alert } from '../../ui/feedback.tsx'
import { formatAge, sentences } from '../../ui/format.ts'
import { AskErase } from './ask-erase.tsx'
import { CodeForm } from './code-form.tsx'
import * as eraseText from './erase-text.ts'
import * as unlockText from './text.ts'
import { type Unsent, unsentOf } from './unsent.ts'

const listUnencrypted = async () =>
  (await listDossiers()).readable.filter(({ id }) => !isEncrypted(id))

/**
 * Dossiers started before the device was shared: each student gives theirs a code or erases it.
 * Long, since the list and its two questions are one page, rendered from top to bottom.
 */
export function UnencryptedDossiers({ onChanged }: { onChanged(): void }) {
  const { value: unencrypted = [], again } = useStored(['unencrypted'], listUnencrypted)
  const [encrypting, setEncrypting] = useState<string>()
  const [erasing, setErasing] = useState<{ dossier: Dossier; unsent: Unsent }>()
  const [failed, setFailed] = useState(false)
  if (unencrypted.length === 0) return null

  const changed = async () => {
    setEncrypting(undefined)
    setErasing(undefined)
    await again()
    onChanged()
  }
  const encrypt = async (dossier: Dossier, code: string) => {
    if (!(await protectDossier(dossier, code, Date.now()))) return unlockText.changed
    await changed()
    return undefined
  }
  const ask = async (dossier: Dossier) => {
    setFailed(false)
    const [items, sourceFiles] = await Promise.all([
      itemsOf(dossier.id),
      keptSourceFiles(dossier.id),
    ])
    setErasing({ dossier, unsent: unsentOf(items, sourceFiles) })
  }
  const erase = async (dossier: Dossier, all: boolean) => {
    await eraseUnencrypted(dossier, all, Date.now())
    await changed()
  }
  return (
    <section aria-labelledby="sans-code">
      <h2 id="sans-code">{unlockText.unencryptedTitle}</h2>
      <Alert tone="warning">{unlockText.unencrypted}</Alert>
      {failed && <Alert tone="danger">{eraseText.notErased}</Alert>}
      {unencrypted.map(dossier => (
        <div key={dossier.id} className="stack">
          <p>
            {sentences(
              unlockText.row(initialsOf(dossier.answers), formatAge(Date.now() - dossier.savedAt)),
              dossier.closed && `(${unlockText.unencryptedFinished})`,
            )}
          </p>
          {encrypting === dossier.id ? (
            <CodeForm
              action={unlockText.encrypt}
              onCode={code => encrypt(dossier, code)}
              onCancel={() => setEncrypting(undefined)}
            />
          ) : (
            <div className="pair">
              <button type="button" onClick={() => setEncrypting(dossier.id)}>
                {unlockText.giveCode}
              </button>
              <button
                type="button"
                className="destroys"
                onClick={() => ask(dossier).catch(() => setFailed(true))}
              >
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
