import { writeTogether } from '../../core/db/database.ts'
import { deviceStore, recall } from '../../core/db/device-store.ts'
import { isShared } from '../../core/db/shared-mode.ts'
import { useStored, type Wake } from '../../core/db/use-stored.ts'
import { isInstalled } from '../../core/platform/page.page.ts'

const onOffered: Wake = listener => {
  const end = new AbortController()
  addEventListener('beforeinstallprompt', listener, end)
  // The student installed it from the browser's own menu.
  addEventListener('appinstalled', () => void rememberAnswer().then(listener, reportError), end)
  return () => end.abort()
}

const readWay = async () => ((await mayInvite()) ? lookForWay() : undefined)

/**
 * How to install the portal from here; undefined where the portal must not ask. The browser may
 * offer it late.
 */
export const useWay = (): Way | undefined => useStored(['way'], readWay, onOffered).value

declare global {
  /** The beforeinstallprompt event that src/main.ts has caught. */
  var installOffer: Event | undefined
}

/**
 * The beforeinstallprompt event, which Chromium sends to a page that can be installed; src/main.ts
 * catches it.
 */
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
export const isAsking = (): boolean =>
  document.querySelector('.notices .alert, [role="alert"], dialog[open]') !== null

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

/**
 * How long the browser keeps stored data: for good, until space runs short, or for a week without a
 * visit.
 */
export type Lasting = 'kept' | 'space' | 'week'

/**
 * What the browser itself promises; a private window can't be told from a normal one, and the
 * portal does not guess.
 * @param forgets an Apple browser, which deletes the data of a site that is neither installed nor
 * opened for a week
 */
export async function howLong(forgets: boolean): Promise<Lasting> {
  if (await navigator.storage?.persisted?.()) return 'kept'
  return forgets ? 'week' : 'space'
}

/** What a page can find out about its browser. */
interface Surroundings {
  userAgent: string
  /** Touch points of the screen: an iPad's user agent says Mac. */
  touchPoints: number
  /** The page runs as an installed app. */
  installed: boolean
  /** The browser has offered to install it. */
  offered: boolean
}

/** By the browser's own dialog, by steps in Safari's menu, or by an entry in Firefox's. */
export type Way = 'dialog' | 'safari' | 'firefox'

/** How to install the portal from here; undefined where it is installed, or no steps are known. */
export function wayToInstall({
  userAgent,
  touchPoints,
  installed,
  offered,
}: Surroundings): Way | undefined {
  if (installed) return undefined
  if (offered) return 'dialog'
  if (isApple({ userAgent, touchPoints })) return isSafari(userAgent) ? 'safari' : undefined
  return /Android.*Firefox\//.test(userAgent) ? 'firefox' : undefined
}

/** An Apple phone or tablet: in every browser there, WebKit keeps the data. */
export const isApple = ({
  userAgent,
  touchPoints,
}: Pick<Surroundings, 'userAgent' | 'touchPoints'>): boolean =>
  /iP(?:hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)

/** Other browsers on Apple devices add a name of their own. */
const isSafari = (userAgent: string) =>
  /Version\/.*Safari\/[\d.]+$/.test(userAgent) && !/\wiOS\//.test(userAgent)
