import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { forgetReplies } from '../../core/api/forget-replies.ts'
import { lock } from '../../core/crypto/keyring.ts'
import { listDossiers } from '../../core/db/dossiers.ts'
import { eraseDossier, keepAgain } from '../../core/db/erase.ts'
import { listReceived } from '../../core/db/received.ts'
import { keptSourceFiles } from '../../core/db/source-files.ts'
import { eraseDevice } from '../../outbox/api.ts'
import { listItems } from '../../outbox/items.ts'
import * as commonText from '../../spec/text.ts'
import { uncover } from '../../ui/back.page.ts'
import { Modal } from '../../ui/dialog.tsx'
import type { Elements } from '../../ui/elements.tsx'
import { Alert } from '../../ui/feedback.tsx'
import * as eraseText from './erase-text.ts'
import * as unlockText from './text.ts'
import { spoken, type Unsent, unsentOf } from './unsent.ts'

interface AskProps {
  unsent: Unsent
  /** `all`: also what waits to be sent. */
  onErase(all: boolean): Promise<void>
  onCancel(): void
}

/**
 * Names unsent items before they are lost: they can leave by themselves, or the student erases them
 * by name.
 */
export function AskErase({ unsent: { waiting, stuck }, onErase, onCancel }: AskProps) {
  const [failed, setFailed] = useState(false)
  const erase = (all: boolean) => onErase(all).catch(() => setFailed(true))
  const letArrive = (
    <button type="button" onClick={() => erase(false)}>
      {eraseText.letArriveThenErase}
    </button>
  )
  const destroy = (
    <button type="button" className="destroys" onClick={() => erase(true)}>
      {waiting.length + stuck.length > 0 ? eraseText.eraseUnsent : eraseText.eraseDossier}
    </button>
  )
  return (
    <Sheet
      title={eraseText.finishTitle}
      first={waiting.length > 0 && letArrive}
      destroy={destroy}
      onCancel={onCancel}
    >
      {failed && <Alert tone="danger">{eraseText.notErased}</Alert>}
      <p>{eraseText.finishDetail}</p>
      {waiting.length > 0 && <Alert tone="warning">{eraseText.waiting(spoken(waiting))}</Alert>}
      {stuck.length > 0 && <Alert tone="warning">{eraseText.stuck(spoken(stuck))}</Alert>}
      <p className="hint">{eraseText.gallery}</p>
    </Sheet>
  )
}

/** Works without a network: names what is unsent once, then erases everything. */
export function EraseAll() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<string[]>()
  const [state, setState] = useState<'idle' | 'erased' | 'failed'>('idle')

  const ask = async () => {
    setState('idle')
    const [items, { readable }] = await Promise.all([listItems(), listDossiers()])
    const sourceFiles = await Promise.all(readable.map(({ id }) => keptSourceFiles(id)))
    const { waiting, stuck } = unsentOf(items, sourceFiles.flat())
    const received = (await listReceived()).length > 0 ? [eraseText.received] : []
    setUnsent([...new Set([...waiting, ...stuck, ...received])])
  }
  const erase = async () => {
    // Locking first writes what the student is typing, so that no write follows the erasure.
    lock()
    await eraseDevice()
    forgetReplies(client)
    // The screen below holds erased data: leave it before anything may be stored again.
    await new Promise<void>(uncover)
    await navigate({ to: '/home', replace: true })
    keepAgain()
    setUnsent(undefined)
    setState('erased')
  }
  const destroy = (
    <button
      type="button"
      className="destroys"
      onClick={() => erase().catch(() => setState('failed'))}
    >
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
      {state === 'failed' && unsent === undefined && (
        <Alert tone="danger">{eraseText.notErased}</Alert>
      )}
      <button
        type="button"
        className="destroys"
        onClick={() => ask().catch(() => setState('failed'))}
      >
        {eraseText.eraseAll}
      </button>
      {unsent !== undefined && (
        <Sheet
          title={eraseText.eraseAllTitle}
          destroy={destroy}
          onCancel={() => setUnsent(undefined)}
        >
          {state === 'failed' && <Alert tone="danger">{eraseText.notErased}</Alert>}
          <p>{eraseText.eraseAllDetail}</p>
          {unsent.length > 0 && <Alert tone="warning">{eraseText.unsent(spoken(unsent))}</Alert>}
        </Sheet>
      )}
    </>
  )
}

interface SheetProps {
  title: string
  children: Elements
  /** The erase button, always in the last place. */
  destroy: ReactElement
  /** A choice that loses nothing, before all others. */
  first?: ReactElement | false
  onCancel(): void
}

/** Asks before something is erased. */
export function Sheet({ title, children, destroy, first, onCancel }: SheetProps) {
  return (
    <Modal title={title} onLeave={onCancel}>
      {children}
      <footer className="stack">
        {first}
        <button type="button" className="quiet" onClick={onCancel}>
          {commonText.cancel}
        </button>
        {destroy}
      </footer>
    </Modal>
  )
}

interface EraseProps {
  id: string
  /** The title of the second question. */
  title: string
  onErased(): void
}

/**
 * Erases a dossier that no code will open: its student does not come back, or it was altered. Only
 * on request.
 */
export function EraseWithoutCode({ id, title, onErased }: EraseProps) {
  const [asked, setAsked] = useState(false)
  const [failed, setFailed] = useState(false)
  const destroy = (
    <button
      type="button"
      className="destroys"
      onClick={() => eraseDossier(id).then(onErased, () => setFailed(true))}
    >
      {eraseText.erase}
    </button>
  )
  return (
    <>
      <button type="button" className="destroys short" onClick={() => setAsked(true)}>
        {unlockText.staleErase}
      </button>
      {asked && (
        <Sheet title={title} destroy={destroy} onCancel={() => setAsked(false)}>
          {failed && <Alert tone="danger">{eraseText.notErased}</Alert>}
          <p>{unlockText.staleDetail}</p>
        </Sheet>
      )}
    </>
  )
}
