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

/** A page that was drawn at build time is taken over as it stands; any other is drawn now. */
export async function hydratePage(root: HTMLElement): Promise<void> {
  // What the page needs has come: while the processor is busy with that, the line brings what offline use needs.
  registerWorker().catch(reportError)
  await nextTurn()
  const client = createQueryClient()
  const router = createPortalRouter(client, { drawnAhead: root.dataset.page !== undefined })
  // Without both of the next two React draws the page anew, or leaves it dead (docs/platform.md, "The page").
  router.ssr = { manifest: undefined }
  await nextTurn()
  await router.load()
  await nextTurn()
  ignorePassing()
  const drawn = drawnAs(root, router)
  const letGo = drawn ? holdTouches() : undefined
  const onHydrated = () => {
    letGo?.()
    learnDates(client).catch(reportError)
    goOnPreparing().catch(reportError)
  }
  const portal = <Portal client={client} router={router} onHydrated={onHydrated} />
  if (drawn) startTransition(() => void hydrateRoot(root, portal))
  else createRoot(root).render(portal)
  startSending()
}

/**
 * Whichever page was the first: without a network /register opens by the dates that were kept (docs/behaviour.md). Dates
 * that did not come are asked for again with the next screen.
 */
async function learnDates(client: QueryClient): Promise<void> {
  if (!(await keptVerdict())) await client.prefetchQuery(chronoQuery)
}

/** Photos that an earlier page has left are prepared on any; the code for it comes only where there are some. */
async function goOnPreparing(): Promise<void> {
  if (await hasSourceFiles()) await (await loadScreens()).preparation.goOn()
}

/** A guard may have led elsewhere, and a host may send any page for any address. */
function drawnAs(root: HTMLElement, { state }: PortalRouter): boolean {
  const page = root.dataset.page
  return page === '404' ? state.matches.length === 1 : page === state.location.pathname
}
