import { type ReactNode, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { desk } from '../documents/desk.page.ts'
import type { Destination } from '../documents/destination.ts'
import { Drawing } from '../documents/drawing.tsx'
import { StateWords } from '../documents/state-words.tsx'
import { documentText } from '../documents/text.ts'
import { usePictureUrl } from '../documents/use-picture-url.ts'
import { viewOf } from '../documents/view.ts'
import { type Item, inSlot } from '../outbox/item.ts'
import type { DocumentType } from '../rules/documents.ts'
import { originalKey } from '../storage/originals.ts'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/dialog.tsx'
import type { Piece } from './inbox.ts'
import * as incomingText from './text.ts'

/** Where a photo can go on this device. */
export interface Place {
  /** What it is for, in words. */
  what: string
  to: Destination
  /** Those that are asked for; none where there is nothing to be given, and then why. */
  documents: readonly DocumentType[]
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
  const [asking, setAsking] = useState<DocumentType>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const give = async (document: DocumentType) => {
    setAsking(undefined)
    setFault(undefined)
    setBusy(true)
    // What came stays where it is until the document has it: a page that dies in between asks again.
    await desk.choose(place.to, document, file)
    const { picture, postponed, fault } = desk.get()[originalKey(place.to.dossier, document)] ?? {}
    if (picture || postponed) return onPlaced()
    setFault(fault ?? incomingText.notPlaced)
    setBusy(false)
  }
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
      {place.documents.length === 0 && <Alert tone="info">{place.why}</Alert>}
      <Choices
        place={place}
        busy={busy}
        onChoose={(document, given) => (given ? setAsking(document) : give(document))}
      />
      <button type="button" className="quiet" disabled={busy} onClick={onDismissed}>
        {incomingText.dismiss}
      </button>
      <Confirm
        open={asking !== undefined}
        title={incomingText.replaceTitle}
        onCancel={() => setAsking(undefined)}
        onConfirm={() => asking && give(asking)}
      >
        <p>{asking && incomingText.replace(documentText[asking].title)}</p>
      </Confirm>
    </>
  )
}

interface ChoicesProps {
  place: Place
  busy: boolean
  /** @param given there is a photo of it already */
  onChoose(document: DocumentType, given: boolean): void
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
            <button
              type="button"
              className="quiet"
              disabled={busy}
              onClick={() => onChoose(document, item !== undefined)}
            >
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
