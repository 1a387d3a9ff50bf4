import { useEffect, useState } from 'react'
import { writeTogether } from '../../core/db/database.ts'
import { deviceStore, recall } from '../../core/db/device-store.ts'
import { isShared } from '../../core/db/shared-mode.ts'
import { isInstalled } from '../../core/platform/page.page.ts'
import { type Way, wayToInstall } from './way.rule.ts'

/** How to install the portal from here; undefined where the portal must not ask. The browser may offer it late. */
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
    // The student installed it from the browser's own menu.
    addEventListener('appinstalled', () => void rememberAnswer().then(lookSafely, reportError), end)
    lookSafely()
    return () => end.abort()
  }, [])
  return way
}

declare global {
  /** The beforeinstallprompt event that src/main.ts has caught. */
  var installOffer: Event | undefined
}

/** The beforeinstallprompt event, which Chromium sends to a page that can be installed; src/main.ts catches it. */
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

/** Shows the browser's dialog; each offer works once. @returns whether the student accepted */
export async function acceptOffer(): Promise<boolean> {
  const offer = globalThis.installOffer as Offer
  globalThis.installOffer = undefined
  await offer.prompt()
  return (await offer.userChoice).outcome === 'accepted'
}

/** An alert, notice or dialog on the page needs an answer first. */
export const isAsking = (): boolean => document.querySelector('.notices .alert, [role="alert"], dialog[open]') !== null

export function watchAsking(tell: () => void): () => void {
  const watcher = new MutationObserver(tell)
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
  return () => watcher.disconnect()
}

/** Remembers that the student answered: after a yes or a no the portal never asks again. */
export const rememberAnswer = (): Promise<void> =>
  writeTogether(['device'], ({ device }) => {
    device.put(true, deviceStore.invited)
  })

/** A shared device's home screen belongs to no single student: never ask there. */
export const mayInvite = async (): Promise<boolean> =>
  !(await isShared()) && (await recall(deviceStore.invited)) === undefined

/** How long the browser keeps stored data: for good, until space runs short, or for a week without a visit. */
export type Lasting = 'kept' | 'space' | 'week'

/**
 * What the browser itself promises; a private window can't be told from a normal one, and the portal does not guess.
 * @param forgets an Apple browser, which deletes the data of a site that is neither installed nor opened for a week
 */
export async function howLong(forgets: boolean): Promise<Lasting> {
  if (await navigator.storage?.persisted?.()) return 'kept'
  return forgets ? 'week' : 'space'
}
