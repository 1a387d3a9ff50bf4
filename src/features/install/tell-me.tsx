import { useState, useSyncExternalStore } from 'react'
import { currentReach, watchReach } from '../../core/api/reach.ts'
import { wantsEconomy } from '../../documents/economy.ts'
import { unsent } from '../../outbox/unsent.rule.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { Alert } from '../../ui/alert.tsx'
import { useMode } from '../shared-device/use-device.ts'
import * as installText from './text.ts'

/** Without one of the two nothing is sent, or nothing told, once the portal is closed. */
const sendsClosed = () => 'SyncManager' in window
const permission = () => (typeof Notification === 'function' ? Notification.permission : 'denied')

/** Documents wait and the line is bad: who wants to leave is told how to hear of them. */
export function TellMe() {
  const items = useOutbox() ?? []
  const reach = useSyncExternalStore(watchReach, currentReach)
  const own = useMode() === 'own'
  const [answer, setAnswer] = useState<NotificationPermission>()
  const bad = reach === 'away' || reach === 'captive' || wantsEconomy()
  if (!own || unsent(items) === 0 || !(bad || answer)) return null
  if (!sendsClosed())
    return (
      <p className="hint">
        {installText.sendsOpen} {installText.tellsNext}
      </p>
    )
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
