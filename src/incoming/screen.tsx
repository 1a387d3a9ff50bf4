import { type ReactNode, useState } from 'react'
import * as commonText from '../common/text.ts'
import { refusalText } from '../photos/text.ts'
import type { Declined } from '../storage/received.rule.ts'
import { storageTroubleText } from '../storage/text.ts'
import { Alert } from '../ui/alert.tsx'
import { Head } from '../ui/head.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Inbox, Piece } from './inbox.ts'
import { PhotoCard, type Place } from './photo-card.tsx'
import * as incomingText from './text.ts'

interface IncomingProps {
  inbox: Inbox
  /** Undefined until the disk has said what was begun here. */
  place: Place | undefined
  /** Whoever led here had something to give: where nothing has arrived, it was lost on the way. */
  expected: boolean
}

/** What other apps have given, one after the other: the student says which document each of them is. */
export function IncomingScreen({ inbox, place, expected }: IncomingProps) {
  const { looked, first, after, trouble, letGo } = inbox
  const [placed, setPlaced] = useState(0)
  const [seen, setSeen] = useState(0)
  if (!looked || !place)
    return (
      <>
        <Head title={incomingText.title} pending />
        <div className="body">
          <Spinner label={commonText.loading} />
        </div>
      </>
    )
  const pass = async (piece: Piece) => {
    await letGo(piece)
    setSeen(seen + 1)
  }
  const told = trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>
  if (!first)
    return (
      <Nothing title={placed > 0 ? incomingText.placed : incomingText.title} next={place.next}>
        {told}
        {expected && seen === 0 && <Alert tone="warning">{incomingText.again}</Alert>}
        {placed > 0 ? <p>{incomingText.placedDetail}</p> : <How />}
      </Nothing>
    )
  const where = (
    <p className="where">
      {place.what}
      {after > 0 && ` · ${incomingText.after(after)}`}
    </p>
  )
  // Each of them is news: its heading is led to, also where it says the same as the one before.
  return first.declined ? (
    <div key={seen}>
      <Head title={incomingText.declinedTitle} where={where} />
      <div className="body">
        {first.name && <p>{first.name}</p>}
        <Alert tone="warning">{declinedText(first.declined)}</Alert>
        <button type="button" onClick={() => pass(first)}>
          {incomingText.understood}
        </button>
      </div>
    </div>
  ) : (
    <div key={seen}>
      <Head title={incomingText.question} where={where} />
      <div className="body">
        {told}
        <PhotoCard
          piece={first}
          place={place}
          onDismissed={() => pass(first)}
          onPlaced={async () => {
            setPlaced(placed + 1)
            await pass(first)
          }}
        />
      </div>
    </div>
  )
}

const declinedText = (why: Declined) => (why === 'tooMany' ? incomingText.tooMany : refusalText[why])

function Nothing({ title, next, children }: { title: string; next: ReactNode; children: ReactNode }) {
  return (
    <>
      <Head title={title}>{next}</Head>
      <div className="body">{children}</div>
    </>
  )
}

function How() {
  return (
    <>
      <p>{incomingText.none}</p>
      <p>{incomingText.how}</p>
    </>
  )
}
