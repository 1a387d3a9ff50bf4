import './portal.css'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  RouterProvider,
  redirect,
} from '@tanstack/react-router'
import { type ComponentType, createContext, StrictMode, useContext, useEffect } from 'react'
import { nextPaint } from '../core/platform/turn.page.ts'
import { contacts } from '../spec/contacts.ts'
import { routes as at } from '../spec/routes.ts'
import { Loading } from '../ui/feedback.tsx'
import { CrashScreen, MissingPart, NotFoundScreen } from './error-screens.tsx'
import { mayEnrol } from './guard.ts'
import { HomeRoute, loadScreens } from './home-route.tsx'
import { Shell } from './shell.tsx'

/** Called when the screen is React's: the part of a page that is taken over last. */
export const HydratedContext = createContext<(() => void) | undefined>(undefined)

function Tell() {
  const onHydrated = useContext(HydratedContext)
  useEffect(() => onHydrated?.(), [onHydrated])
  return null
}

/** A route's screen that says when it responds. */
export const telling =
  <P extends object>(Screen: ComponentType<P>) =>
  (props: P) => (
    <>
      <Screen {...props} />
      <Tell />
    </>
  )

/** What is done after an enrolment, as one file: it follows what an enrolment needs (build/stages.ts). */
const loadFollowUp = () => import('./follow-up-screens.tsx')

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

/** What an enrolment can do without, as one file: it comes after everything that an enrolment needs. */
const loadOptional = () => import('./optional-screens.tsx')

/** Ours, beside those of section 2. */
const own = <P extends string>(path: P, name: Hand) =>
  createRoute({ getParentRoute: () => root, path, component: later(loadOptional, name) })
type Parts = Awaited<ReturnType<typeof loadOptional>>
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
    component: later(loadFollowUp, 'ReclamationRoute'),
  }),
  createRoute({ getParentRoute: () => root, path: at.status, component: later(loadFollowUp, 'StatusRoute') }),
  createRoute({ getParentRoute: () => root, path: at.receipt, component: later(loadFollowUp, 'ReceiptRoute') }),
  createRoute({ getParentRoute: () => root, path: at.update, component: later(loadFollowUp, 'UpdateScreen') }),
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

interface PortalProps {
  client: QueryClient
  router: PortalRouter
  /** A screen responds: the first one, and each one after it. */
  onHydrated?: (() => void) | undefined
}

export function Portal({ client, router, onHydrated }: PortalProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydratedContext value={onHydrated}>
          <RouterProvider router={router} />
        </HydratedContext>
      </QueryClientProvider>
    </StrictMode>
  )
}
