/** The system, if the page runs in another app's web view. */
export const lookInApp = () =>
  inAppOn({
    userAgent: navigator.userAgent,
    worker: 'serviceWorker' in navigator,
    telegram: 'TelegramWebview' in window,
  })

/** What a page can detect about the app that shows it. */
interface Surroundings {
  userAgent: string
  /**
   * Service workers exist: on an iPhone, an app's web view has none; browsers and installed pages
   * have them.
   */
  worker: boolean
  /** Telegram calls itself Chrome, and leaves its own object in each page. */
  telegram: boolean
}

/**
 * Android's web views say "wv" unless the app removes it; Opera Mini and UC Browser are no more
 * than such a view.
 */
const views = /; wv\)|FBA[NV]|Instagram|\bWA(?:4A|iOS)\/|Telegram|UCBrowser/

/**
 * The system, in another app's web view; undefined in a full browser. A tab of Chrome or Safari in
 * an app is full.
 */
export function inAppOn({ userAgent, worker, telegram }: Surroundings): System | undefined {
  const inApp = telegram || views.test(userAgent) || (!worker && /iP(?:hone|[ao]d)/.test(userAgent))
  if (!inApp) return undefined
  return userAgent.includes('Android') ? 'android' : 'apple'
}

export type System = 'android' | 'apple'

/**
 * An address that opens Chrome or Safari itself, if the app allows it; without Chrome the page
 * stays.
 */
export function addressOutside(system: System, address: string): string {
  if (system === 'apple') return `x-safari-${address}`
  const [scheme, page] = address.split('://')
  const stay = encodeURIComponent(address)
  return `intent://${page}#Intent;scheme=${scheme};package=com.android.chrome;S.browser_fallback_url=${stay};end`
}
