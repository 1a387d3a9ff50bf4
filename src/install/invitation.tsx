import { Link } from '@tanstack/react-router'
import { useId, useState, useSyncExternalStore } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { rememberAnswer } from './answered.ts'
import { HowLong } from './how-long.tsx'
import { acceptOffer, isAsking, watchAsking } from './offer.page.ts'
import * as installText from './text.ts'
import { useWay } from './use-way.ts'

/** To install the portal, where something is kept that it would keep better. Asked once in a browser's life. */
export function Invitation() {
  const way = useWay()
  const asking = useSyncExternalStore(watchAsking, isAsking)
  const heading = useId()
  const [answer, setAnswer] = useState<'yes' | 'no'>()
  const answered = (yes: boolean) => {
    setAnswer(yes ? 'yes' : 'no')
    rememberAnswer().catch(reportError)
  }
  if (answer)
    return (
      <Alert tone="info" arrives>
        {answer === 'yes' ? installText.accepted : installText.declined}
      </Alert>
    )
  if (!way || asking) return null
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
          <button type="button" onClick={() => acceptOffer().then(answered, () => answered(false))}>
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
