import { useEffect, useState } from 'react'
import { writeTogether } from '../../core/db/database.ts'
import { deviceStore, recall } from '../../core/db/device-store.ts'
import { isShared } from '../../core/db/shared-mode.ts'
import { isInstalled } from '../../core/platform/page.page.ts'
import { type Way, wayToInstall } from './way.rule.ts'

/** How the portal may be installed from here; undefined while nobody is to be asked. The browser may offer it late. */
export function useWay(): Way | undefined {
  const [way, setWay] = useState<Way>()
  useEffect(() => {
    const end = new AbortController()
    const look = async () => {
      const found = (await mayInvite()) ? lookForWay() : undefined
      if (!end.signal.aborted) setWay(found)
    }
    const lookSafely = () => void look().catch(reportError)
    addEventListener('beforeinstallprompt', lookSafely, end)
    // By the browser's own menu.
    addEventListener('appinstalled', () => void rememberAnswer().then(lookSafely, reportError), end)
    lookSafely()
    return () => end.abort()
  }, [])
  return way
}

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

/** A yes is not asked for twice, and a no is one for good. */
export const rememberAnswer = (): Promise<void> =>
  writeTogether(['device'], ({ device }) => {
    device.put(true, deviceStore.invited)
  })

/** Of what passes from hand to hand, nobody's home screen is to be changed. */
export const mayInvite = async (): Promise<boolean> =>
  !(await isShared()) && (await recall(deviceStore.invited)) === undefined

/** How long the browser keeps what lies here: for good, until room is short, for a week of which nobody comes. */
export type Lasting = 'kept' | 'space' | 'week'

/**
 * What the browser itself says of it; a private window does not say that it is one, and nobody guesses.
 * @param forgets it is a browser of Apple's, which forgets a site that nobody has installed and nobody opens
 */
export async function howLong(forgets: boolean): Promise<Lasting> {
  if (await navigator.storage?.persisted?.()) return 'kept'
  return forgets ? 'week' : 'space'
}
