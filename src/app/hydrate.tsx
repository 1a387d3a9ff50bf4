import './portal.scss'
import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { beforeLock } from '../core/crypto/keyring.ts'
import { awaitPart, loadPart } from '../core/platform/lazy-part.ts'
import { nextTurn } from '../core/platform/turn.ts'
import { chronoQuery } from '../features/home/chrono-query.ts'
import { askMissingDates } from '../features/home/dates.ts'
import { startSending } from '../outbox/triggers.page.ts'
import '../core/db/leaving.page.ts'
import { bePatient } from '../core/db/patience.page.ts'
import { lookFirst } from '../core/db/put-back.page.ts'
import { hasSourceFiles } from '../core/db/source-files.ts'
import { watchBack } from '../ui/back.page.ts'
import { carryOver, letGo, unpack } from '../ui/carried.page.ts'
import { watchHands } from '../ui/hands.page.ts'
import { nextIsFirst } from '../ui/head.tsx'
import { registerWorker } from './bridge.ts'
import { holdTouches, ignorePassing } from './hold-touches.ts'
import { loadScreens } from './home-route.tsx'
import { know } from './know.ts'
import { loadOptional } from './lazy.tsx'
import { createQueryClient } from './query-client.ts'
import { createRoot, hydrateRoot } from './react.tsx'
import { createPortalRouter, Portal, type PortalRouter } from './router.tsx'
import type { Learned } from './take-over.page.ts'

/**
 * Hydrates a page that was prerendered at build time; renders any other page.
 * @param learned what the page has learned before React was there
 */
export async function hydratePage(root: HTMLElement, learned?: Learned): Promise<void> {
  // The page's own code has arrived: while the processor runs it, the network is free for what
  // offline use needs.
  registerWorker().catch(reportError)
  lookFirst()
  bePatient(async () => (await loadPart(loadOptional)).memory)
  await nextTurn()
  const client = createQueryClient()
  const isLeft = learned?.isLeft === true
  // A page that was altered, as by a translator, is not adopted but drawn anew.
  if (!isLeft) carryOver()
  unpack()
  beforeLock(letGo)
  let tellHydrated = () => {}
  const hydrated = new Promise<void>(resolve => {
    tellHydrated = resolve
  })
  if (learned) know(client, learned)
  if (learned?.failure && !learned.dates && !isLeft) void failed(client, learned.failure, hydrated)
  // Chromium tells the window's listeners in their order, whatever they capture: this one comes
  // before the router's.
  watchBack()
  const router = createPortalRouter(client, {
    drawnAhead: root.dataset.page !== undefined && !isLeft,
  })
  // Without both `ssr` and `load`, React draws the page again or leaves it unresponsive
  // (docs/platform.md, "The page").
  router.ssr = { manifest: undefined }
  await nextTurn()
  // A student who goes back meanwhile is followed; once it is drawn, the router listens by itself.
  const unfollow = router.history.subscribe(() => void router.load())
  await router.load()
  await nextTurn()
  ignorePassing()
  watchHands()
  // The guard may have led the student back to the page that is still there.
  if (isLeft && root.dataset.page !== router.state.location.pathname) nextIsFirst(false)
  const drawn = !isLeft && drawnAs(root, router)
  const releaseTouches = drawn ? holdTouches() : undefined
  let repeatTap: (() => void) | undefined
  const onAdopted = () => {
    repeatTap = releaseTouches?.()
    learned?.onAdopted?.()
  }
  const onHydrated = () => {
    unfollow()
    tellHydrated()
    repeatTap?.()
    // What has just failed is not asked again at once: its query tells when.
    askMissingDates(async () => learned?.failure || client.prefetchQuery(chronoQuery)).catch(
      reportError,
    )
    goOnPreparing().catch(reportError)
  }
  const portal = <Portal {...{ client, router }} hydrated={{ onAdopted, onHydrated }} />
  if (drawn) startTransition(() => void hydrateRoot(root, portal))
  else createRoot(root).render(portal)
  startSending()
}

/**
 * The dates did not come before React: home, which shows that they are asked for, is told so as if
 * it had asked.
 */
function failed(client: QueryClient, failure: unknown, hydrated: Promise<void>): Promise<void> {
  const queryFn = () => hydrated.then(() => Promise.reject(failure))
  return client.prefetchQuery({ ...chronoQuery, retry: false, queryFn })
}

/**
 * Any page prepares the photos that an earlier page has left; the code for that is loaded only if
 * there are some.
 */
async function goOnPreparing(): Promise<void> {
  if (await hasSourceFiles()) await (await awaitPart(loadScreens))?.photoService.goOn()
}

/**
 * Whether the prerendered page is the one to show: a guard may redirect, and a host may send any
 * page.
 */
function drawnAs(root: HTMLElement, { state }: PortalRouter): boolean {
  const page = root.dataset.page
  return page === '404' ? state.matches.length === 1 : page === state.location.pathname
}
