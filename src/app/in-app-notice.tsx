import { useRef, useState, useSyncExternalStore } from 'react'
import { Alert } from '../ui/alert.tsx'
import { addressOutside, inAppOn } from './in-app.rule.ts'

const never = () => () => undefined
const look = () =>
  inAppOn({
    userAgent: navigator.userAgent,
    worker: 'serviceWorker' in navigator,
    telegram: 'TelegramWebview' in window,
  })

/** Said before the student begins, and a way out; whoever stays is not kept from anything. */
export function InAppNotice({ path }: { path: string }) {
  const system = useSyncExternalStore(never, look, () => undefined)
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
      <p>
        Cette fenêtre n'est pas un navigateur complet : vos réponses et vos photos peuvent s'y perdre. Ouvrez le portail
        dans {browser} avant de commencer.
      </p>
      <p>
        <a href={addressOutside(system, address)} className="button" rel="noreferrer">
          Ouvrir dans {browser}
        </a>
      </p>
      <p>
        Si rien ne s'ouvre, touchez « {system === 'android' ? '⋮' : '…'} » puis « Ouvrir dans {browser} », ou copiez
        cette adresse dans {browser} :<br />
        <strong ref={shown}>{address}</strong>
      </p>
      <button type="button" className="secondary" onClick={copy}>
        {copied === address ? 'Adresse copiée' : "Copier l'adresse"}
      </button>
    </Alert>
  )
}
