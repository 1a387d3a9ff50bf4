/** What a page can tell of where it was opened. */
interface Surroundings {
  userAgent: string
  /** There are service workers: an app's view on an iPhone has none, its browsers and home screen have. */
  worker: boolean
  /** Telegram calls itself Chrome, and leaves its own object in each page. */
  telegram: boolean
}

/** Android's views say "wv" unless an app has taken it out; Opera Mini and UC Browser are no more than such a view. */
const views = /; wv\)|FBA[NV]|Instagram|\bWA(?:4A|iOS)\/|Telegram|UCBrowser/

/** The view of another app, or undefined in a whole browser. A tab that Chrome or Safari shows for an app is one. */
export function inAppOn({ userAgent, worker, telegram }: Surroundings): System | undefined {
  const inApp = telegram || views.test(userAgent) || (!worker && /iP(?:hone|[ao]d)/.test(userAgent))
  if (!inApp) return undefined
  return userAgent.includes('Android') ? 'android' : 'apple'
}

export type System = 'android' | 'apple'

/** Opens in Chrome or Safari itself, where the app lets it; a phone without Chrome stays where it is. */
export function addressOutside(system: System, address: string): string {
  if (system === 'apple') return `x-safari-${address}`
  const [scheme, page] = address.split('://')
  const stay = encodeURIComponent(address)
  return `intent://${page}#Intent;scheme=${scheme};package=com.android.chrome;S.browser_fallback_url=${stay};end`
}
