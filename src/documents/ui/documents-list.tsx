import { type Ref, useEffect, useRef, useState } from 'react'
import { takesGzip } from '../../core/api/gzip.ts'
import { wantsEconomy } from '../../core/api/line-speed.ts'
import { isSpaceShort } from '../../core/db/space.page.ts'
import { seeWaiting } from '../../outbox/ui/news-text.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { Alert } from '../../ui/feedback.tsx'
import { formatData } from '../../ui/format.ts'
import { Link } from '../../ui/static-parts.tsx'
import { costOf, type IdentityKind } from '../documents.rule.ts'
import { canEdit } from '../edit-source.ts'
import type { GivenPhoto } from '../given.ts'
import { photoService } from '../photo-service.page.ts'
import { isDecided, isFailed } from '../view.ts'
import { OpenTool } from './photo-input.tsx'
import { DocumentRow } from './row.tsx'
import type { Verbs } from './row-props.ts'
import * as rowText from './row-text.ts'
import { type Documents, useInPageCamera, usePicker, useTools } from './use-documents.ts'
import { type OpenRow, useNews, useOpenRow } from './use-open-row.ts'

/**
 * Why a screen must not advance by itself: a tool is open, a photo is being prepared, or there is
 * advice to read.
 */
export type Busy = 'work' | 'advice' | undefined

interface ListProps {
  types: readonly DocumentType[]
  documents: Documents
  /** The status line before the first news. */
  intro: string
  /** The document that was chosen in the first step. */
  identity?: IdentityKind | undefined
  /**
   * Documents that the office has already but has not accepted: the student may replace them, and
   * need not.
   */
  filed?: readonly DocumentType[]
  /** The row that is open when no document is missing. */
  first?: DocumentType | undefined
  /** What else must be on the disk before the phone's camera may end the page. */
  beforePick?: (() => Promise<void>) | undefined
  onBusy(busy: Busy): void
  /** The photos stay on this device until the provider takes documents. */
  prepares?: boolean
  /** All documents are there, and only advice keeps the student on this screen. */
  waits?: boolean
}

const none: readonly DocumentType[] = []

/**
 * The documents of one dossier, with their cost and the tools, which are loaded when they are asked
 * for.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what the rows share, and the rows
export function DocumentsList(props: ListProps) {
  const { types, documents, intro, identity, beforePick, onBusy } = props
  const { dossier, given } = documents
  const { filed = none, first = types[0], prepares = false, waits = false } = props
  const picker = usePicker(dossier.id, prepares)
  const tools = useTools(dossier.id)
  const camera = useInPageCamera(picker.inVain)
  const rows = types.map(document => ({ document, view: documents.view(document) }))
  const engaged = tools.open !== undefined || picker.open
  const facts = rows.map(({ document, view }) => ({
    document,
    calls: isFailed(view) || view.advice.length > 0,
    left: view.state === 'failed' || (view.state === 'empty' && !filed.includes(document)),
    preparing: view.state === 'preparing',
    settled: isDecided(view),
  }))
  const row = useOpenRow(facts, first, engaged)
  const news = useNews(
    new Map(rows.map(({ document, view }) => [document, view])),
    row.open,
    intro,
    !prepares,
  )
  useBusy(rows, engaged, onBusy)
  const interrupted = picker.interrupted?.document
  useReturn(row, tools.open?.document, interrupted)

  const verbs: Verbs = {
    toggle: row.toggle,
    onPhoto(document, file) {
      picker.closed()
      tools.close()
      row.give(document)
      void photoService.choose(dossier, document, file)
    },
    keepAnyway(document) {
      photoService.keepAnyway(dossier.id, document)
      row.goOn(document)
    },
    edit(document, edit, source) {
      if (!source) row.goOn(document)
      void photoService.edit(dossier, document, edit, source)
    },
    resend(item) {
      const document = types.find(type => type === item.requestKey)
      if (document) row.goOn(document)
      void photoService.resend(item)
    },
    remove(document) {
      tools.close()
      row.show(document)
      void photoService.remove(dossier, document, documents.view(document).item)
    },
    pick: (input, document, by) => picker.pick(input, document, by, beforePick),
    cancelled: picker.cancelled,
    openEditor: tools.openEditor,
    openCamera: camera ? tools.openCamera : undefined,
  }
  return (
    <>
      <Tally
        ref={row.tally}
        documents={types}
        given={given}
        sent={types.filter(type =>
          rows.some(({ document, view }) => document === type && view.state === 'sent'),
        )}
        failed={rows.filter(({ view }) => view.state === 'failed').length}
        free={filed.length > 0}
        prepares={prepares}
      />
      <p className="news hint" role="status">
        <span key={news.key}>{news.words}</span>
      </p>
      <ul ref={row.list} className="rows docs">
        {rows.map(({ document, view }) => (
          <DocumentRow
            key={document}
            document={document}
            view={view}
            verbs={verbs}
            open={row.open === document}
            filed={filed.includes(document)}
            identity={identity}
            interrupted={interrupted === document ? picker.interrupted : undefined}
            picking={picker.open}
            inVain={picker.inVain}
            toolTrouble={tools.trouble?.document === document ? tools.trouble.words : undefined}
            editable={canEdit(view.photo)}
            waits={waits}
          />
        ))}
      </ul>
      {/* Below the rows, which must not move when the last photo has left. */}
      {!prepares && given.some(({ request }) => request?.state === 'waiting') && (
        <Link to="/envois" className="tap">
          {seeWaiting}
        </Link>
      )}
      <OpenTool tools={tools} verbs={verbs} />
    </>
  )
}

/**
 * When a tool closes, or the phone's camera has ended the last page, the student is brought back to
 * that row.
 */
function useReturn(
  { show }: OpenRow,
  tool: DocumentType | undefined,
  interrupted: DocumentType | undefined,
): void {
  const been = useRef<DocumentType>(undefined)
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (!tool && been.current) latest.current(been.current)
    been.current = tool
  }, [tool])
  useEffect(() => {
    if (interrupted) latest.current(interrupted)
  }, [interrupted])
}

type Rows = readonly { view: ReturnType<Documents['view']> }[]

function useBusy(rows: Rows, engaged: boolean, onBusy: (busy: Busy) => void): void {
  const unread = useUnread(rows.map(({ view }) => view.advice[0]?.is ?? '').join(' '))
  // A photo from an open camera must still find its row.
  const works = engaged || rows.some(({ view }) => view.state === 'preparing')
  // A photo that the student removed may arrive all the same: the screen must not lead that student
  // away.
  const doubts = unread || rows.some(({ view }) => view.removed)
  const busy = works ? 'work' : doubts ? 'advice' : undefined
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(undefined)
  }, [busy, onBusy])
}

/**
 * Milliseconds in which advice is read; then the screen may advance, for nothing waits for a
 * button.
 */
const readMs = 20_000

function useUnread(advised: string): boolean {
  const [read, setRead] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRead(advised), readMs)
    return () => clearTimeout(timer)
  }, [advised])
  return advised.trim() !== '' && advised !== read
}

/** Shown before the photos, while the student can still free space. */
export function SpaceNotice() {
  const [short, setShort] = useState(false)
  useEffect(() => {
    isSpaceShort().then(setShort).catch(reportError)
  }, [])
  return short && <Alert tone="warning">{rowText.spaceShort}</Alert>
}

interface TallyProps {
  ref: Ref<HTMLParagraphElement>
  documents: readonly DocumentType[]
  given: readonly GivenPhoto[]
  sent: readonly DocumentType[]
  failed: number
  /** No document has to be given: the tally counts only those that have come. */
  free: boolean
  /** No photo is sent yet. */
  prepares: boolean
}

/**
 * How many have arrived, and what the rest costs: students pay for data by the megabyte, so they
 * see it before it is spent.
 */
export function Tally({ ref, documents, given, sent, failed, free, prepares }: TallyProps) {
  const economy = wantsEconomy()
  const isGiven = (type: DocumentType) => given.some(({ document }) => document === type)
  const counted = free ? documents.filter(isGiven) : documents
  const { bytes, sentBytes, exact } = costOf(counted, given, {
    economy,
    gzip: takesGzip('current'),
  })
  const left = bytes - sentBytes
  const done = prepares ? documents.filter(isGiven) : sent
  const words = prepares ? rowText.ready : rowText.tally
  if (counted.length === 0) return null
  return (
    <p ref={ref} className="tally line wrap" tabIndex={-1}>
      {!free && (
        <span className="loz" aria-hidden="true">
          {documents.map((document, at) => (
            <i key={document} className={at < done.length ? 'on' : undefined} />
          ))}
        </span>
      )}
      <span>
        <strong>
          {free ? rowText.newPhotos(sent.length) : words(done.length, documents.length)}
        </strong>
        {failed > 0 && <span>{` · ${rowText.toRepeat(failed)}`}</span>}
        {left > 0 && (
          <span>{` · ${exact && !prepares ? rowText.left(formatData(left)) : rowText.atMost(formatData(left))}`}</span>
        )}
      </span>
      {economy && <small>{rowText.economy}</small>}
    </p>
  )
}
