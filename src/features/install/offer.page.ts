import { isInstalled } from '../../core/platform/installed.page.ts'
import { type Way, wayToInstall } from './way.rule.ts'

declare global {
  /** The browser's own offer to install the portal. */
  var installOffer: Event | undefined
}

/** What Chromium hands to a page that may be installed; src/main.ts has caught it. */
interface Offer extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const lookForWay = (): Way | undefined =>
  wayToInstall({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    installed: isInstalled(),
    offered: globalThis.installOffer !== undefined,
  })

/** The browser's dialog. An offer serves once. @returns whether the student has said yes */
export async function acceptOffer(): Promise<boolean> {
  const offer = globalThis.installOffer as Offer
  globalThis.installOffer = undefined
  await offer.prompt()
  return (await offer.userChoice).outcome === 'accepted'
}

/** Something else on the page wants an answer, and comes first. */
export const isAsking = (): boolean => document.querySelector('.notices .alert, [role="alert"], dialog[open]') !== null

export function watchAsking(tell: () => void): () => void {
  const watcher = new MutationObserver(tell)
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
  return () => watcher.disconnect()
}
