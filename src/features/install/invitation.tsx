import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { rememberAnswer } from './answered.ts'
import { HowLong } from './how-long.tsx'
import { acceptOffer, isAsking, watchAsking } from './offer.page.ts'
import * as installText from './text.ts'
import { useWay } from './use-way.ts'

interface InvitationProps {
  /** What stands there as long as nobody is invited. */
  otherwise?: ReactNode
}

/** To install the portal, where something is kept that it would keep better. Asked once in a browser's life. */
export function Invitation({ otherwise }: InvitationProps) {
  const way = useWay()
  const asking = useSyncExternalStore(watchAsking, isAsking)
  const heading = useId()
  const [asked, setAsked] = useState(false)
  const [answer, setAnswer] = useState<keyof typeof installText.answered>()
  const answered = (yes: boolean) => {
    setAnswer(yes ? 'yes' : 'no')
    rememberAnswer().catch(reportError)
  }
  // What the browser would not ask, nobody has answered.
  const install = () => {
    setAsked(true)
    acceptOffer().then(answered, () => setAnswer('unasked'))
  }
  if (answer)
    return (
      <>
        <Alert tone="info" arrives>
          {installText.answered[answer]}
        </Alert>
        {otherwise}
      </>
    )
  if (!way || asking) return otherwise
  return (
    <section className="alert" aria-labelledby={heading}>
      <h2 id={heading}>{installText.title}</h2>
      <p>{installText.why}</p>
      <HowLong />
      {way === 'safari' && <SafariSteps />}
      {way === 'firefox' && <p>{installText.firefoxMenu}</p>}
      <div className="pair">
        <button type="button" className="quiet" onClick={() => answered(false)}>
          {installText.notNow}
        </button>
        {way === 'dialog' && (
          <button type="button" disabled={asked} onClick={install}>
            {installText.install}
          </button>
        )}
      </div>
    </section>
  )
}

/** As Safari's menu draws them. What was begun in Safari stays there: the installed portal has a store of its own. */
function SafariSteps() {
  return (
    <>
      <ol>
        <li>
          <Icon name="share" /> {installText.share}
        </li>
        <li>
          <Icon name="plus" /> {installText.toHomeScreen}
        </li>
      </ol>
      <p>{installText.startsEmpty}</p>
      <Link to="/transfert" className="tap">
        {installText.takeAlong}
      </Link>
    </>
  )
}
