import { useRef, useState, useSyncExternalStore } from 'react'
import { Alert } from '../ui/alert.tsx'
import { addressOutside, inAppOn } from './in-app.rule.ts'
import * as appText from './text.ts'

const never = () => () => undefined
/** In the view of another app, and on which system. */
export const lookInApp = () =>
  inAppOn({
    userAgent: navigator.userAgent,
    worker: 'serviceWorker' in navigator,
    telegram: 'TelegramWebview' in window,
  })

/** Said before the student begins, and a way out; whoever stays is not kept from anything. */
export function InAppNotice({ path }: { path: string }) {
  const system = useSyncExternalStore(never, lookInApp, () => undefined)
  const shown = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<string>()
  if (!system) return null
  const address = location.origin + path
  const browser = system === 'android' ? 'Chrome' : 'Safari'
  const copy = () => {
    // An app may forbid it; then the address is marked, and a long press copies it.
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
        {appText.openByHand(system === 'android' ? '⋮' : '…', browser)}
        <br />
        <strong ref={shown}>{address}</strong>
      </p>
      <button type="button" className="quiet" onClick={copy}>
        {copied === address ? appText.copied : appText.copyAddress}
      </button>
    </Alert>
  )
}
