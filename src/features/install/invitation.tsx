import { useId, useState, useSyncExternalStore } from 'react'
import { wantsEconomy } from '../../core/api/line-speed.ts'
import { useIsAway } from '../../core/api/use-queries.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { isInstalled } from '../../core/platform/page.page.ts'
import { countUnsent } from '../../outbox/item.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { Elements } from '../../ui/elements.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { onceRead } from '../../ui/hands.page.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/static-parts.tsx'
import { useMode } from '../shared-device/use-device.ts'
import * as installText from './text.ts'
import {
  acceptOffer,
  howLong,
  isApple,
  isAsking,
  rememberAnswer,
  useWay,
  watchAsking,
} from './use-way.ts'

interface InvitationProps {
  /** Shown as long as the invitation is not. */
  otherwise?: Elements
}

/**
 * Invites the student to install the portal, where stored data would then be kept better. Asked
 * once per browser.
 */
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
  // If the browser's dialog does not open, the student has not answered.
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
      <div ref={onceRead} className="pair">
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

/**
 * The icons are those of Safari's menu. Data stored in Safari stays there: the installed portal has
 * a store of its own.
 */
function SafariSteps() {
  return (
    <>
      <ol>
        <li>
          <Icon name="share" />
          <span>{` ${installText.share}`}</span>
        </li>
        <li>
          <Icon name="plus" />
          <span>{` ${installText.toHomeScreen}`}</span>
        </li>
      </ol>
      <p>{installText.startsEmpty}</p>
      <Link to="/transfert" className="tap">
        {installText.takeAlong}
      </Link>
    </>
  )
}

const readHowLong = () => {
  const { userAgent, maxTouchPoints: touchPoints } = navigator
  return howLong(isApple({ userAgent, touchPoints }) && !isInstalled())
}

/** What the browser promises about stored data, never more. */
export function HowLong() {
  const { value: long } = useStored(['lasting'], readHowLong)
  return long ? <p className="hint">{installText.lasting[long]}</p> : null
}

/**
 * Once the portal is closed, sending needs Background Sync, and telling the student needs
 * notifications.
 */
const sendsClosed = () => 'SyncManager' in window
const permission = () => (typeof Notification === 'function' ? Notification.permission : 'denied')

/** Documents wait and the link is bad: offers a notification to a student who wants to leave. */
export function TellMe() {
  const items = useOutbox() ?? []
  const away = useIsAway()
  const own = useMode() === 'own'
  const [answer, setAnswer] = useState<NotificationPermission>()
  const bad = away || wantsEconomy()
  if (!own || countUnsent(items) === 0 || !(bad || answer)) return null
  if (!sendsClosed())
    return <p className="hint">{`${installText.sendsOpen} ${installText.tellsNext}`}</p>
  const given = answer ?? permission()
  if (given === 'default' && !answer)
    return (
      <button
        type="button"
        className="quiet"
        onClick={() => Notification.requestPermission().then(setAnswer, () => setAnswer('denied'))}
      >
        {installText.tellMe}
      </button>
    )
  return (
    <Alert tone="info" arrives={answer !== undefined}>
      {given === 'granted' ? installText.willTell : installText.tellsNext}
    </Alert>
  )
}
