import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { nextPaint } from '../core/platform/turn.page.ts'
import { contacts } from '../spec/contacts.ts'
import { routes as at } from '../spec/routes.ts'
import { Loading } from '../ui/loading.tsx'
import { CrashScreen, MissingPart } from './crash-screen.tsx'
import { mayEnrol } from './guard.ts'
import { HomeRoute } from './home-route.tsx'
import { loadAfterwards } from './load-afterwards.ts'
import { loadHand } from './load-hand.ts'
import { loadScreens } from './load-screens.ts'
import { NotFoundScreen } from './not-found.tsx'
import { Shell } from './shell.tsx'
import { telling } from './taken-over.tsx'

/** Milliseconds. */
const [paintMs, pendingMs] = [100, 300]

interface RouterContext {
  client: QueryClient
  /** Asks the guards again. */
  recheck(): void
}

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
  interface HistoryState {
    /** Where the guard was asked to let a student in. Kept out of the address. */
    target?: '/register'
  }
}

const root = createRootRouteWithContext<RouterContext>()({
  component: () => <Shell contacts={contacts} />,
  // A tap is answered in the next frame; loading and drawing the other screen takes a slow phone several. A frame that is
  // late must not use up the time before "Chargement…" is shown.
  beforeLoad: async ({ cause }) => {
    if (cause === 'stay' && !import.meta.env.SSR) await nextPaint(paintMs)
  },
})

/**
 * What the home page does without comes behind it. Of a file that did not come the router would reload the page by
 * itself, and cut what is being sent: by another name it leaves that to the student.
 */
const later = <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) =>
  lazyRouteComponent(async () => {
    try {
      return { default: telling((await load())[name]) }
    } catch (cause) {
      throw new MissingPart('A part of the portal did not come.', { cause })
    }
  })

/** Ours, beside those of section 2. */
const own = <P extends string>(path: P, name: Hand) =>
  createRoute({ getParentRoute: () => root, path, component: later(loadHand, name) })
type Parts = Awaited<ReturnType<typeof loadHand>>
/** What stands alone; the rest is given to other screens. */
type Hand = { [N in keyof Parts]: Parts[N] extends () => unknown ? N : never }[keyof Parts]

/** Every route of section 2, and what we have added. */
const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: at.start,
    beforeLoad: () => {
      throw redirect({ to: '/home', replace: true })
    },
  }),
  createRoute({ getParentRoute: () => root, path: at.home, component: telling(HomeRoute) }),
  createRoute({
    getParentRoute: () => root,
    path: at.register,
    component: later(loadScreens, 'RegisterRoute'),
    beforeLoad: async ({ context: { client, recheck } }) => {
      // Drawn at build time, when nobody knows of any dates.
      if (import.meta.env.SSR) return
      const open = await mayEnrol(client, recheck)
      if (!open) throw redirect({ to: '/home', replace: true, state: { target: '/register' } })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: at.reclamation,
    component: later(loadAfterwards, 'ReclamationRoute'),
  }),
  createRoute({ getParentRoute: () => root, path: at.status, component: later(loadAfterwards, 'StatusRoute') }),
  createRoute({ getParentRoute: () => root, path: at.receipt, component: later(loadAfterwards, 'ReceiptRoute') }),
  createRoute({ getParentRoute: () => root, path: at.update, component: later(loadAfterwards, 'UpdateScreen') }),
  own(at.prepare, 'PrepareRoute'),
  own(at.incoming, 'IncomingRoute'),
  own(at.waiting, 'WaitingRoute'),
  own(at.transfer, 'TransferScreen'),
])

export type PortalRouter = ReturnType<typeof createPortalRouter>

interface PortalOptions {
  /** Another one than the browser's own, where there is no browser. */
  history?: RouterHistory
  /** The page stands there already, and somebody may have scrolled in it. */
  drawnAhead?: boolean
}

export function createPortalRouter(client: QueryClient, { history, drawnAhead = false }: PortalOptions = {}) {
  let leaveScroll = drawnAhead
  const router = createRouter({
    routeTree: routes,
    ...(history && { history }),
    context: { client, recheck: () => router.invalidate() },
    // Drawn at build time, it would be a script inside the page.
    scrollRestoration:
      !import.meta.env.SSR &&
      (() => {
        const mayScroll = !leaveScroll
        leaveScroll = false
        return mayScroll
      }),
    defaultPendingMs: pendingMs,
    defaultPendingComponent: Loading,
    defaultErrorComponent: telling(CrashScreen),
    defaultNotFoundComponent: telling(NotFoundScreen),
  })
  return router
}
