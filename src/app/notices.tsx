import { useRef, useState, useSyncExternalStore } from 'react'
import * as commonText from '../spec/text.ts'
import { Alert } from '../ui/feedback.tsx'
import { replaced, update } from './bridge.ts'
import * as appText from './text.ts'

const never = () => () => undefined
/** The system, if the page runs in another app's web view. */
export const lookInApp = () =>
  inAppOn({
    userAgent: navigator.userAgent,
    worker: 'serviceWorker' in navigator,
    telegram: 'TelegramWebview' in window,
  })

/** Warns before the student begins, and links to a full browser; a student who stays can still do everything. */
export function InAppNotice({ path }: { path: string }) {
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

export function UpdateBanner() {
  const news = useSyncExternalStore(update.subscribe, update.get, () => 'none' as const)
  if (news === 'none') return null
  return (
    <Alert tone="info">
      <p>{news === 'ready' ? appText.updateReady : appText.updated}</p>
      <button type="button" className="quiet" onClick={news === 'ready' ? update.accept : update.reload}>
        {news === 'ready' ? appText.update : commonText.reload}
      </button>
    </Alert>
  )
}

/** Not a warning: the student need not do anything. */
export function ReplacedNotice() {
  const isReplaced = useSyncExternalStore(replaced.subscribe, replaced.get, () => false)
  return (
    isReplaced && (
      <Alert tone="info">
        <p>{appText.replaced}</p>
      </Alert>
    )
  )
}

/** What a page can detect about the app that shows it. */
interface Surroundings {
  userAgent: string
  /** Service workers exist: on an iPhone, an app's web view has none; browsers and installed pages have them. */
  worker: boolean
  /** Telegram calls itself Chrome, and leaves its own object in each page. */
  telegram: boolean
}

/** Android's web views say "wv" unless the app removes it; Opera Mini and UC Browser are no more than such a view. */
const views = /; wv\)|FBA[NV]|Instagram|\bWA(?:4A|iOS)\/|Telegram|UCBrowser/

/** The system, in another app's web view; undefined in a full browser. A tab of Chrome or Safari in an app is full. */
export function inAppOn({ userAgent, worker, telegram }: Surroundings): System | undefined {
  const inApp = telegram || views.test(userAgent) || (!worker && /iP(?:hone|[ao]d)/.test(userAgent))
  if (!inApp) return undefined
  return userAgent.includes('Android') ? 'android' : 'apple'
}

export type System = 'android' | 'apple'

/** An address that opens Chrome or Safari itself, if the app allows it; without Chrome the page stays. */
export function addressOutside(system: System, address: string): string {
  if (system === 'apple') return `x-safari-${address}`
  const [scheme, page] = address.split('://')
  const stay = encodeURIComponent(address)
  return `intent://${page}#Intent;scheme=${scheme};package=com.android.chrome;S.browser_fallback_url=${stay};end`
}
