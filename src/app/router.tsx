import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
  RouterProvider,
  redirect,
} from '@tanstack/react-router'
import {
  type ComponentType,
  createContext,
  StrictMode,
  useContext,
  useEffect,
  useLayoutEffect,
} from 'react'
import { loadPart } from '../core/platform/lazy-part.ts'
import { followLinks } from '../core/platform/links.page.ts'
import { nextPaint } from '../core/platform/paint.page.ts'
import { contacts } from '../spec/contacts.ts'
import { routes as at } from '../spec/routes.ts'
import { Loading } from '../ui/feedback.tsx'
import type { LinkTarget } from '../ui/static-parts.tsx'
import { CrashScreen, NotFoundScreen } from './error-screens.tsx'
import { mayEnrol } from './guard.ts'
import { HomeRoute, loadScreens } from './home-route.tsx'
import { loadOptional, type OptionalName } from './lazy.tsx'
import { Shell } from './shell.tsx'

/** Called when the screen is hydrated, the last part of a page to be so. */
export interface Hydrated {
  /** Its fields have taken what stands in them: from now on React must hear of each key. */
  onAdopted(): void
  /** It responds to a tap. */
  onHydrated(): void
}
export const HydratedContext = createContext<Hydrated | undefined>(undefined)

function ReportsHydrated() {
  const hydrated = useContext(HydratedContext)
  // A slow phone puts its effects off by many a frame, and a key may fall in between.
  useLayoutEffect(() => hydrated?.onAdopted(), [hydrated])
  useEffect(() => hydrated?.onHydrated(), [hydrated])
  return null
}

/** Wraps a route's screen so that it tells when it is hydrated. */
export const reporting =
  <P extends object>(Screen: ComponentType<P>) =>
  (props: P) => (
    <>
      <Screen {...props} />
      <ReportsHydrated />
    </>
  )

/**
 * The screens for after an enrolment, as one chunk, loaded after what an enrolment needs
 * (build/stages.ts).
 */
const loadFollowUp = () => import('./follow-up-screens.tsx')

/** Milliseconds. */
const [paintMs, pendingMs] = [100, 300]

interface RouterContext {
  client: QueryClient
  /** Runs the guards again. */
  recheck(): void
}

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
  interface HistoryState {
    /** The page that the guard refused the student. Not part of the address. */
    target?: '/register'
  }
}

const root = createRootRouteWithContext<RouterContext>()({
  component: () => <Shell contacts={contacts} />,
  // Lets the browser paint the response to a tap first: loading and drawing the next screen takes a
  // slow phone several frames. The limit keeps a late frame from using up the time before
  // "Chargement…" is shown.
  beforeLoad: async ({ cause }) => {
    if (cause === 'stay' && !import.meta.env.SSR) await nextPaint(paintMs)
  },
})

/** A screen of a chunk that the home page does not need. */
const later = <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) =>
  lazyRouteComponent(async () => {
    // Its error has another name than the import's, at which the router would reload the page by
    // itself.
    const part = await loadPart(load)
    return { default: reporting(part[name]) }
  })

const page = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component })

const optional = <P extends string>(path: P, name: OptionalName) =>
  page(path, later(loadOptional, name))

/** Every route of section 2, and what we have added. */
const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: at.start,
    beforeLoad: () => {
      throw redirect({ to: '/home', replace: true })
    },
  }),
  page(at.home, reporting(HomeRoute)),
  createRoute({
    getParentRoute: () => root,
    path: at.register,
    component: later(loadScreens, 'RegisterRoute'),
    beforeLoad: async ({ context: { client, recheck } }) => {
      // At build time there are no dates yet.
      if (import.meta.env.SSR) return
      const open = await mayEnrol(client, recheck)
      if (!open) throw redirect({ to: '/home', replace: true, state: { target: '/register' } })
    },
  }),
  page(at.reclamation, later(loadFollowUp, 'ReclamationRoute')),
  page(at.status, later(loadFollowUp, 'StatusRoute')),
  page(at.receipt, later(loadFollowUp, 'ReceiptRoute')),
  page(at.update, later(loadFollowUp, 'UpdateScreen')),
  optional(at.prepare, 'PrepareRoute'),
  optional(at.incoming, 'IncomingRoute'),
  optional(at.waiting, 'WaitingRoute'),
  optional(at.transfer, 'TransferScreen'),
])

export type PortalRouter = ReturnType<typeof createPortalRouter>

interface PortalOptions {
  /** Replaces the browser's history where there is no browser, as in the build. */
  history?: RouterHistory
  /** The page was prerendered, and the student may have scrolled it already. */
  drawnAhead?: boolean
}

export function createPortalRouter(
  client: QueryClient,
  { history, drawnAhead = false }: PortalOptions = {},
) {
  let leaveScroll = drawnAhead
  const router = createRouter({
    routeTree: routes,
    ...(history && { history }),
    context: { client, recheck: () => router.invalidate() },
    // At build time it would write an inline script into the page.
    scrollRestoration:
      !import.meta.env.SSR &&
      (() => {
        const mayScroll = !leaveScroll
        leaveScroll = false
        return mayScroll
      }),
    defaultPendingMs: pendingMs,
    defaultPendingComponent: Loading,
    defaultErrorComponent: reporting(CrashScreen),
    defaultNotFoundComponent: reporting(NotFoundScreen),
  })
  return router
}

interface PortalProps {
  client: QueryClient
  router: PortalRouter
  /** Called when a screen responds: the first one, and each one after it. */
  hydrated?: Hydrated | undefined
}

export function Portal({ client, router, hydrated }: PortalProps) {
  useEffect(() => followLinks(href => void router.navigate({ to: href as LinkTarget })), [router])
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydratedContext value={hydrated}>
          <RouterProvider router={router} />
        </HydratedContext>
      </QueryClientProvider>
    </StrictMode>
  )
}
