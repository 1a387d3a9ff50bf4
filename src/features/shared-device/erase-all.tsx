import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lock } from '../../core/crypto/keyring.ts'
import { listDossiers } from '../../core/db/dossiers.ts'
import { keepAgain } from '../../core/db/erase.ts'
import { keptOriginals } from '../../core/db/originals.ts'
import { listReceived } from '../../core/db/received.ts'
import { eraseDevice } from '../../outbox/door.ts'
import { listItems } from '../../outbox/items.ts'
import { Alert } from '../../ui/alert.tsx'
import * as eraseText from './erase-text.ts'
import { forgetReplies } from './forget-replies.ts'
import { Sheet } from './sheet.tsx'
import { spoken, unsentOf } from './unsent.ts'

/** Works without a network: what is unsent is named, once, and then it is gone with everything else. */
export function EraseAll() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<string[]>()
  const [state, setState] = useState<'idle' | 'erased' | 'failed'>('idle')

  const ask = async () => {
    setState('idle')
    const [items, { readable }] = await Promise.all([listItems(), listDossiers()])
    const originals = await Promise.all(readable.map(({ id }) => keptOriginals(id)))
    const { waiting, stuck } = unsentOf(items, originals.flat())
    const received = (await listReceived()).length > 0 ? [eraseText.received] : []
    setUnsent([...new Set([...waiting, ...stuck, ...received])])
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
  const destroy = (
    <button type="button" className="destroys" onClick={() => erase().catch(() => setState('failed'))}>
      {eraseText.erase}
    </button>
  )
  return (
    <>
      {state === 'erased' && (
        <Alert tone="success" arrives>
          {eraseText.erased}
        </Alert>
      )}
      {state === 'failed' && unsent === undefined && <Alert tone="danger">{eraseText.notErased}</Alert>}
      <button type="button" className="destroys" onClick={() => ask().catch(() => setState('failed'))}>
        {eraseText.eraseAll}
      </button>
      {unsent !== undefined && (
        <Sheet title={eraseText.eraseAllTitle} erase={destroy} onCancel={() => setUnsent(undefined)}>
          {state === 'failed' && <Alert tone="danger">{eraseText.notErased}</Alert>}
          <p>{eraseText.eraseAllDetail}</p>
          {unsent.length > 0 && <Alert tone="warning">{eraseText.unsent(spoken(unsent))}</Alert>}
        </Sheet>
      )}
    </>
  )
}
