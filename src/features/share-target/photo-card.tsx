import { type ReactNode, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { originalKey } from '../../core/db/originals.ts'
import { desk } from '../../documents/desk.page.ts'
import type { Destination } from '../../documents/destination.ts'
import { documentText } from '../../documents/text.ts'
import { Drawing } from '../../documents/ui/drawing.tsx'
import { StateWords } from '../../documents/ui/state-words.tsx'
import { usePictureUrl } from '../../documents/ui/use-picture-url.ts'
import { viewOf } from '../../documents/view.ts'
import { type Item, inSlot } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { Alert } from '../../ui/alert.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import type { Piece } from './inbox.ts'
import * as incomingText from './text.ts'
import { useGiving } from './use-giving.ts'

/** Where a photo can go on this device. */
export interface Place {
  /** What it is for, in words. */
  what: string
  to: Destination
  /** Those that are asked for; none where there is nothing to be given. */
  documents: readonly DocumentType[]
  /** Why there is none, or why it is for something else than the student may think. */
  why?: string | undefined
  /** What was given already. */
  items: readonly Item[]
  /** The way to the documents themselves. */
  next: ReactNode
}

interface CardProps {
  piece: Piece
  place: Place
  onPlaced(): Promise<void>
  onDismissed(): Promise<void>
}

/** One picture, and the documents that it may be. Nothing is done with it before one of them was chosen. */
export function PhotoCard({ piece, place, onPlaced, onDismissed }: CardProps) {
  const { key, name, type, bytes } = piece
  const file = useMemo(() => new File([bytes ?? ''], name, { type }), [bytes, name, type])
  const url = usePictureUrl(file)
  const [unreadable, setUnreadable] = useState(false)
  const { asking, busy, fault, choose, confirm, cancel } = useGiving(place.to, file, onPlaced)
  return (
    <>
      {key === undefined && <Alert tone="warning">{incomingText.notKept}</Alert>}
      {fault && (
        <Alert tone="danger" arrives>
          {fault}
        </Alert>
      )}
      {unreadable ? (
        <Alert tone="warning">{incomingText.unreadable}</Alert>
      ) : (
        url && <img className="preview" src={url} alt={incomingText.preview} onError={() => setUnreadable(true)} />
      )}
      {place.why && <Alert tone="info">{place.why}</Alert>}
      <Choices place={place} busy={busy} onChoose={choose} />
      <LetGo name={incomingText.dismiss} busy={busy} quiet onPress={onDismissed} />
      <Confirm open={asking !== undefined} title={incomingText.replaceTitle} onCancel={cancel} onConfirm={confirm}>
        <p>{asking && incomingText.replace(documentText[asking.document].title)}</p>
      </Confirm>
    </>
  )
}

interface LetGoProps {
  name: string
  busy?: boolean
  quiet?: boolean
  onPress(): Promise<void>
}

/** It works once: the second press of a trembling thumb would let go of what nobody has seen yet. */
export function LetGo({ name, busy, quiet, onPress }: LetGoProps) {
  const [pressed, setPressed] = useState(false)
  const press = () => {
    setPressed(true)
    void onPress()
  }
  return (
    <button type="button" className={quiet ? 'quiet' : undefined} disabled={busy || pressed} onClick={press}>
      {name}
    </button>
  )
}

interface ChoicesProps {
  place: Place
  busy: boolean
  onChoose(document: DocumentType): void
}

/** With what is known of each: a photo that is there already is not replaced by a slip. */
function Choices({ place: { to, documents, items }, busy, onChoose }: ChoicesProps) {
  const id = useId()
  const locals = useSyncExternalStore(desk.subscribe, desk.get)
  return (
    <ul className="rows docs">
      {documents.map(document => {
        const item = inSlot(items, document)
        const view = viewOf(locals[originalKey(to.dossier, document)], item, undefined)
        return (
          <li key={document} data-state={view.state}>
            <button type="button" className="quiet" disabled={busy} onClick={() => onChoose(document)}>
              <Drawing document={document} />
              <span className="what">
                {documentText[document].title}
                <StateWords id={`${id}-${document}`} view={view} filed={false} />
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
