import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as commonText from '../../common/text.ts'
import { eraseDevice } from '../../outbox/door.ts'
import { listItems } from '../../outbox/items.ts'
import { listDossiers } from '../../storage/dossiers.ts'
import { keepAgain } from '../../storage/erase.ts'
import { keptOriginals } from '../../storage/originals.ts'
import { Alert } from '../../ui/alert.tsx'
import { lock } from '../../vault/keyring.ts'
import { forgetReplies } from './forget-replies.ts'
import * as eraseText from './text.ts'
import { spoken, unsentOf } from './unsent.ts'

/** Works without a network: what is unsent is named, once, and then it is gone with everything else. */
export function EraseAll() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<string[]>()
  const [state, setState] = useState<'idle' | 'erased' | 'failed'>('idle')

  const ask = async () => {
    const [items, { readable }] = await Promise.all([listItems(), listDossiers()])
    const originals = await Promise.all(readable.map(({ id }) => keptOriginals(id)))
    const { waiting, stuck } = unsentOf(items, originals.flat())
    setUnsent([...new Set([...waiting, ...stuck])])
  }
  const erase = async () => {
    // What is being typed is written first, so that nothing is left to be written afterwards.
    lock()
    await eraseDevice()
    forgetReplies(client)
    // The screen below holds what was erased: it ends before anything may be kept again.
    await navigate({ to: '/home', replace: true })
    keepAgain()
    setUnsent(undefined)
    setState('erased')
  }
  return (
    <section className="erase-all">
      {state === 'erased' && <Alert tone="success">{eraseText.erased}</Alert>}
      {state === 'failed' && <Alert tone="danger">{eraseText.notErased}</Alert>}
      {unsent === undefined ? (
        <button type="button" className="quiet" onClick={() => ask().catch(() => setState('failed'))}>
          {eraseText.eraseAll}
        </button>
      ) : (
        <>
          <h2>{eraseText.eraseAllTitle}</h2>
          <p>{eraseText.eraseAllDetail}</p>
          {unsent.length > 0 && <Alert tone="danger">{eraseText.unsent(spoken(unsent))}</Alert>}
          <div className="pair">
            <button type="button" onClick={() => erase().catch(() => setState('failed'))}>
              {eraseText.erase}
            </button>
            <button type="button" className="quiet" onClick={() => setUnsent(undefined)}>
              {commonText.cancel}
            </button>
          </div>
        </>
      )}
    </section>
  )
}
