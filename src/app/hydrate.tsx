import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { nextTurn } from '../core/platform/turn.page.ts'
import { chronoQuery, keptVerdict } from '../features/home/chrono-query.ts'
import { startSending } from '../outbox/triggers.page.ts'
import '../core/db/leaving.page.ts'
import { hasSourceFiles } from '../core/db/source-files.ts'
import { registerWorker } from './bridge.ts'
import { holdTouches, ignorePassing } from './hold-touches.ts'
import { loadScreens } from './home-route.tsx'
import { createQueryClient } from './query-client.ts'
import { createRoot, hydrateRoot } from './react.tsx'
import { createPortalRouter, Portal, type PortalRouter } from './router.tsx'

/** Hydrates a page that was prerendered at build time; renders any other page. */
export async function hydratePage(root: HTMLElement): Promise<void> {
  // The page's own code has arrived: while the processor runs it, the network is free for what offline use needs.
  registerWorker().catch(reportError)
  await nextTurn()
  const client = createQueryClient()
  const router = createPortalRouter(client, { drawnAhead: root.dataset.page !== undefined })
  // Without both `ssr` and `load`, React draws the page again or leaves it unresponsive (docs/platform.md, "The page").
  router.ssr = { manifest: undefined }
  await nextTurn()
  await router.load()
  await nextTurn()
  ignorePassing()
  const drawn = drawnAs(root, router)
  const releaseTouches = drawn ? holdTouches() : undefined
  const onHydrated = () => {
    releaseTouches?.()
    learnDates(client).catch(reportError)
    goOnPreparing().catch(reportError)
  }
  const portal = <Portal client={client} router={router} onHydrated={onHydrated} />
  if (drawn) startTransition(() => void hydrateRoot(root, portal))
  else createRoot(root).render(portal)
  startSending()
}

/**
 * Loads the dates on whichever page comes first: without a network, /register opens by the stored dates
 * (docs/behaviour.md). If they do not come, the next screen asks for them again.
 */
async function learnDates(client: QueryClient): Promise<void> {
  if (!(await keptVerdict())) await client.prefetchQuery(chronoQuery)
}

/** Any page prepares the photos that an earlier page has left; the code for that is loaded only if there are some. */
async function goOnPreparing(): Promise<void> {
  if (await hasSourceFiles()) await (await loadScreens()).preparation.goOn()
}

/** Whether the prerendered page is the one to show: a guard may redirect, and a host may send any page. */
function drawnAs(root: HTMLElement, { state }: PortalRouter): boolean {
  const page = root.dataset.page
  return page === '404' ? state.matches.length === 1 : page === state.location.pathname
}
