import { type ReactNode, useState } from 'react'
import { refusalText } from '../../documents/image/text.ts'
import { storageTroubleText } from '../../outbox/ui/storage-text.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Head } from '../../ui/head.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Inbox } from './inbox.ts'
import { LetGo, PhotoCard, type Place } from './photo-card.tsx'
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
  const { looked, first, after, trouble, placed, passed, letGo } = inbox
  // The last photo may end what it was for, and the next one would be for something else.
  const [led, setLed] = useState<ReactNode>()
  const page = (title: string, head: ReactNode, body: ReactNode) => (
    // Each of them is news: its heading is led to, also where it says the same as the one before.
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
  if (!looked || !place) return page(incomingText.title, null, <Spinner label={commonText.loading} />)
  if (!first && placed > 0) return page(incomingText.placed, led ?? place.next, <p>{incomingText.placedDetail}</p>)
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
    <p className="where">
      {place.what}
      {after > 0 && ` · ${incomingText.after(after)}`}
    </p>
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
      <Alert tone="warning">{declined === 'tooMany' ? incomingText.tooMany : refusalText[declined]}</Alert>
      <LetGo name={incomingText.understood} onPress={() => letGo(first, 'passed')} />
    </>,
  )
}
