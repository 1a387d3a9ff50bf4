import { type ReactElement, useId, useMemo, useState, useSyncExternalStore } from 'react'
import type { Dossier } from '../../core/db/dossiers.ts'
import { listReceived } from '../../core/db/received.ts'
import { sourceFileKey } from '../../core/db/source-files.ts'
import { useStored } from '../../core/db/use-stored.ts'
import type { GivenPhoto } from '../../documents/given.ts'
import { refusalText } from '../../documents/image/text.ts'
import { photoService } from '../../documents/photo-service.page.ts'
import { documentText, unreadableMessage } from '../../documents/text.ts'
import { Drawing } from '../../documents/ui/drawing.tsx'
import { StateWords } from '../../documents/ui/status-label.tsx'
import { usePictureUrl } from '../../documents/ui/use-picture.ts'
import { viewOf } from '../../documents/view.ts'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import type { DocumentType } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { onceRead } from '../../ui/hands.page.ts'
import { Head } from '../../ui/head.tsx'
import { Spinner, Way } from '../../ui/static-parts.tsx'
import type { Inbox, Piece } from './inbox.ts'
import * as incomingText from './text.ts'
import { useGiving } from './use-inbox.ts'

const declinedText = { ...refusalText, tooMany: incomingText.tooMany, unread: unreadableMessage }

interface IncomingProps {
  inbox: Inbox
  /** Undefined until the disk has been read. */
  place: Place | undefined
  /** The page was opened to show photos: if none has arrived, they were lost on the way. */
  expected: boolean
}

/**
 * Shows photos shared by other apps one after the other; the student says which document each of
 * them is.
 */
export function IncomingScreen({ inbox, place, expected }: IncomingProps) {
  const { looked, first, after, trouble, placed, passed, letGo } = inbox
  // Placing the last photo may complete its enrolment; a new read would then offer another one.
  // Keep the link shown.
  const [led, setLed] = useState<ReactElement>()
  const page = (title: string, head: ReactElement | null | undefined, body: ReactElement) => (
    // A new key for each photo: the focus moves to its heading, even if that reads the same as the
    // one before.
    <div key={placed + passed}>
      <Head title={title} pending={!looked}>
        {head}
      </Head>
      <div className="body">
        {trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>}
        {body}
      </div>
    </div>
  )
  if (!looked || !place)
    return page(incomingText.title, null, <Spinner label={commonText.loading} />)
  if (!first && placed > 0)
    return page(incomingText.placed, led ?? place.next, <p>{incomingText.placedDetail}</p>)
  if (!first)
    return page(
      incomingText.title,
      place.next,
      <>
        {expected && passed === 0 && <Alert tone="warning">{incomingText.again}</Alert>}
        <p>{incomingText.none}</p>
        <p>{incomingText.how}</p>
      </>,
    )
  const { declined, name } = first
  const where = (
    <p className="where">{place.what + (after > 0 ? ` · ${incomingText.after(after)}` : '')}</p>
  )
  if (!declined)
    return page(
      incomingText.question,
      where,
      <PhotoCard
        piece={first}
        place={place}
        onDismissed={() => letGo(first, 'passed')}
        onPlaced={() => {
          setLed(place.next)
          return letGo(first, 'placed')
        }}
      />,
    )
  return page(
    incomingText.declinedTitle,
    where,
    <>
      {name && <p>{name}</p>}
      <Alert tone="warning">{declinedText[declined]}</Alert>
      <LetGo name={incomingText.understood} onPress={() => letGo(first, 'passed')} />
    </>,
  )
}

/** On the home page: a reminder of photos received and not assigned to a document yet. */
export function ToPlace() {
  const { value: { length: count } = [] } = useStored(['received'], listReceived)
  if (count === 0) return null
  return (
    <ul className="rows">
      <Way to="/partage" icon="image">
        {incomingText.toPlace(count)}
      </Way>
    </ul>
  )
}

/** The dossier on this device that can receive a photo. */
export interface Place {
  /** What the photo is for, in words. */
  what: string
  dossier: Dossier
  /** The documents asked for; empty where none can be given. */
  documents: readonly DocumentType[]
  /**
   * Why no document can be given, or why the photo goes to another dossier than the student may
   * expect.
   */
  why?: string | undefined
  /** The photos that it has. */
  given: readonly GivenPhoto[]
  /** A link to the documents page. */
  next: ReactElement
}

interface CardProps {
  piece: Piece
  place: Place
  onPlaced(): Promise<void>
  onDismissed(): Promise<void>
}

/**
 * One photo, and the documents that it may be. Nothing is done with it before the student chooses
 * one.
 */
export function PhotoCard({ piece, place, onPlaced, onDismissed }: CardProps) {
  const { key, name, type, bytes } = piece
  const file = useMemo(() => new File([bytes ?? ''], name, { type }), [bytes, name, type])
  const url = usePictureUrl(file)
  const [unreadable, setUnreadable] = useState(false)
  const { asking, busy, fault, ask, confirm, cancel } = useGiving(place.dossier, file, onPlaced)
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
        url && (
          <img
            className="preview"
            src={url}
            alt={incomingText.preview}
            onError={() => setUnreadable(true)}
          />
        )
      )}
      {place.why && <Alert tone="info">{place.why}</Alert>}
      <Choices place={place} busy={busy} onChoose={ask} />
      <LetGo name={incomingText.dismiss} busy={busy} quiet onPress={onDismissed} />
      <Confirm
        open={asking !== undefined}
        title={incomingText.replaceTitle}
        onCancel={cancel}
        onConfirm={confirm}
      >
        <p>{asking && incomingText.replace(documentText[asking].title)}</p>
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

/**
 * Works once: a second press of a trembling thumb would discard a photo that the student has not
 * seen yet.
 */
export function LetGo({ name, busy, quiet, onPress }: LetGoProps) {
  const [pressed, setPressed] = useState(false)
  const press = () => {
    setPressed(true)
    void onPress()
  }
  return (
    <button
      ref={onceRead}
      type="button"
      className={quiet ? 'quiet' : undefined}
      disabled={busy || pressed}
      onClick={press}
    >
      {name}
    </button>
  )
}

interface ChoicesProps {
  place: Place
  busy: boolean
  onChoose(document: DocumentType): void
}

/** Shows the state of each document, so that the student does not replace a photo by mistake. */
function Choices({ place: { dossier, documents, given }, busy, onChoose }: ChoicesProps) {
  const id = useId()
  const locals = useSyncExternalStore(photoService.subscribe, photoService.get)
  return (
    <ul ref={onceRead} className="rows docs">
      {documents.map(document => {
        const photo = given.find(one => one.document === document)
        const view = viewOf(locals[sourceFileKey(dossier.id, document)], photo, undefined)
        return (
          <li key={document} data-state={view.state}>
            <button
              type="button"
              className="quiet"
              disabled={busy}
              onClick={() => onChoose(document)}
            >
              <Drawing document={document} />
              <span className="what">
                <b>{documentText[document].title}</b>
                <StateWords id={`${id}-${document}`} view={view} filed={false} />
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
