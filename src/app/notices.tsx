import { useRef, useState, useSyncExternalStore } from 'react'
import { goOnInMemory } from '../core/db/patience.page.ts'
import { isPutBack } from '../core/db/put-back.page.ts'
import { unqueuedDocuments } from '../core/db/source-files.ts'
import { useStored } from '../core/db/use-stored.ts'
import { dismissLost } from '../core/db/witness.page.ts'
import { documentText } from '../documents/text.ts'
import * as wizardText from '../features/enrolment/text.ts'
import { isToSend, mayGo } from '../outbox/item.ts'
import { onItemsChanged } from '../outbox/items.ts'
import { notArrived, storageTroubleText } from '../outbox/ui/text.ts'
import { forgetUnread, readUnread } from '../outbox/unread.ts'
import {
  useDiskTrouble,
  useKeptDates,
  useLost,
  useMemoryOnly,
  useOutbox,
} from '../outbox/use-outbox.ts'
import { leftOfLastDay } from '../spec/deadline.ts'
import { type DocumentType, documentTypes } from '../spec/documents.ts'
import * as commonText from '../spec/text.ts'
import { Alert } from '../ui/feedback.tsx'
import { formatHour, formatWait } from '../ui/format.ts'
import { onceRead } from '../ui/hands.page.ts'
import { useTick } from '../ui/use-lifecycle.ts'
import { altered, replaced, update } from './bridge.ts'
import { addressOutside, lookInApp } from './in-app.page.ts'
import { OptionalPart } from './lazy.tsx'
import * as appText from './text.ts'

/** What stands above each page. */
export const Notices = ({ path }: { path: string }) => (
  <div className="notices stack">
    <InAppNotice path={path} />
    <DiskNotice />
    <ToldNotice of={isPutBack} tone="info" words={appText.putBack} />
    <UnreadNotice />
    <LostNotice />
    <LastDayNotice />
    <UpdateBanner />
    {/* No warning, as the student need not do anything. */}
    <ToldNotice of={replaced} tone="info" words={appText.replaced} />
    <ToldNotice of={altered} tone="warning" words={appText.altered} />
  </div>
)

const never = () => () => undefined
/**
 * Warns before the student begins, and links to a full browser; a student who stays can still do
 * everything.
 */
function InAppNotice({ path }: { path: string }) {
  const system = useSyncExternalStore(never, lookInApp, () => undefined)
  const shown = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<string>()
  if (!system) return null
  const address = location.origin + path
  const browser = system === 'android' ? 'Chrome' : 'Safari'
  const copy = () => {
    // The app may forbid copying: then the address is selected, and a long press copies it.
    if (shown.current) getSelection()?.selectAllChildren(shown.current)
    if (document.execCommand('copy')) setCopied(address)
  }
  return (
    <Alert tone="warning">
      <p>{appText.inApp(browser)}</p>
      <p>
        <a href={addressOutside(system, address)} className="button" rel="noreferrer">
          {appText.openIn(browser)}
        </a>
      </p>
      <p>
        <span>{appText.openByHand(system === 'android' ? '⋮' : '…', browser)}</span>
        <br />
        <strong ref={shown}>{address}</strong>
      </p>
      <button type="button" className="quiet" onClick={copy}>
        {copied === address ? appText.copied : appText.copyAddress}
      </button>
    </Alert>
  )
}

/** What waits for the disk appears below by itself. */
function DiskNotice() {
  const trouble = useDiskTrouble()
  if (useMemoryOnly()) return <OptionalPart of="MemoryNotice" />
  if (!trouble) return null
  return (
    <Alert tone="danger">
      <p>{storageTroubleText[trouble]}</p>
      {trouble !== 'outdated' && (
        <button
          type="button"
          className="quiet"
          onClick={() => goOnInMemory(trouble).catch(reportError)}
        >
          {appText.goOnInMemory}
        </button>
      )}
    </Alert>
  )
}

/** What of this device can't be read, and stands in no row of its own. */
function UnreadNotice() {
  const { value } = useStored(['unread'], readUnread, onItemsChanged)
  if (!value) return null
  const { newer, dossiers, queue } = value
  return (
    <>
      {newer > 0 && <Alert tone="warning">{appText.newerHere}</Alert>}
      {dossiers.length + queue.length > 0 && (
        <Alert tone="danger">
          {dossiers.length > 0 && <p>{appText.damagedDossiers(dossiers.length)}</p>}
          {queue.length > 0 && <p>{appText.damagedRequests(queue.length)}</p>}
          <button
            type="button"
            className="quiet"
            onClick={() => forgetUnread(value).catch(reportError)}
          >
            {appText.understood}
          </button>
        </Alert>
      )}
    </>
  )
}

/** What the browser has lost, until it is given again or dismissed. */
function LostNotice() {
  const all = useLost()
  const isAny = (of: 'waiting' | 'sent') => (document: DocumentType) =>
    all.some(lost => document in lost[of])
  const named = (of: 'waiting' | 'sent') =>
    documentTypes.filter(isAny(of)).map(document => documentText[document].named)
  if (all.length === 0) return null
  const [photos, sent] = [named('waiting'), named('sent')]
  return (
    <Alert tone="danger">
      {all.some(({ answers }) => answers) && <p>{wizardText.wiped}</p>}
      {photos.length > 0 && <p>{appText.lostPhotos(photos)}</p>}
      {sent.length > 0 && <p>{appText.sentAlready(sent)}</p>}
      <button type="button" className="quiet" onClick={dismissLost}>
        {appText.understood}
      </button>
    </Alert>
  )
}

function UpdateBanner() {
  const news = useSyncExternalStore(update.subscribe, update.get, () => 'none' as const)
  if (news === 'none') return null
  return (
    <Alert tone="info">
      <p>
        {{ ready: appText.updateReady, accepted: appText.updating, stale: appText.updated }[news]}
      </p>
      {news !== 'accepted' && (
        <button
          ref={onceRead}
          type="button"
          className="quiet"
          onClick={news === 'ready' ? update.accept : update.reload}
        >
          {news === 'ready' ? appText.update : commonText.reload}
        </button>
      )}
    </Alert>
  )
}

/** What the service worker has told this page. */
function ToldNotice({
  of,
  tone,
  words,
}: {
  of: typeof replaced
  tone: 'info' | 'warning'
  words: string
}) {
  return (
    useSyncExternalStore(of.subscribe, of.get, () => false) && (
      <Alert tone={tone}>
        <p>{words}</p>
      </Alert>
    )
  )
}

/**
 * In the last day of enrolment: what is left of it, for a student of whom something is not sent.
 */
function LastDayNotice() {
  const dates = useKeptDates()
  const items = (useOutbox() ?? []).filter(isToSend)
  const { value: unqueued = [] } = useStored(['unqueued'], unqueuedDocuments, onItemsChanged)
  const { size } = new Set([
    ...unqueued,
    ...items.map(({ dossier, requestKey }) => `${dossier}/${requestKey}`),
  ])
  useTick(size > 0)
  const left = size > 0 && dates && leftOfLastDay(dates, Date.now())
  return left ? (
    // No live region: a screen reader must not read each minute aloud.
    <p className="alert" data-tone="warning">
      {appText.lastDay(
        left < 3_600_000 ? formatWait(left) : formatHour(left),
        notArrived(size),
        items.some(mayGo),
      )}
    </p>
  ) : null
}
