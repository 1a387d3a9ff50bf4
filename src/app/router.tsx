import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { StatusScreen } from '../status/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { UpdateScreen } from '../update/screen.tsx'
import { readContacts } from './contacts.ts'
import { CrashScreen } from './crash-screen.tsx'
import { mayEnrol } from './guard.ts'
import { NotFoundScreen } from './not-found.tsx'
import { HomeRoute, ReceiptRoute, ReclamationRoute, RegisterRoute } from './screens.tsx'
import { Shell } from './shell.tsx'

interface RouterContext {
  client: QueryClient
  /** Asks the guards again. */
  recheck(): void
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
  interface HistoryState {
    /** Where the guard was asked to let a student in. Kept out of the address. */
    target?: '/register'
  }
}

const contacts = readContacts(import.meta.env)
const root = createRootRouteWithContext<RouterContext>()({
  component: () => <Shell contacts={contacts} />,
  notFoundComponent: NotFoundScreen,
})

/** Every route of section 2. */
const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/home', replace: true })
    },
  }),
  createRoute({ getParentRoute: () => root, path: '/home', component: HomeRoute }),
  createRoute({
    getParentRoute: () => root,
    path: '/register',
    component: RegisterRoute,
    beforeLoad: async ({ context: { client, recheck } }) => {
      const open = await mayEnrol(client, recheck)
      if (!open) throw redirect({ to: '/home', replace: true, state: { target: '/register' } })
    },
  }),
  createRoute({ getParentRoute: () => root, path: '/reclamation/$matricule', component: ReclamationRoute }),
  createRoute({ getParentRoute: () => root, path: '/status', component: StatusScreen }),
  createRoute({ getParentRoute: () => root, path: '/recepisse', component: ReceiptRoute }),
  createRoute({ getParentRoute: () => root, path: '/update', component: UpdateScreen }),
])

export function createPortalRouter(client: QueryClient) {
  const router = createRouter({
    routeTree: routes,
    context: { client, recheck: () => router.invalidate() },
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingComponent: () => <Spinner label="Chargement…" />,
    defaultErrorComponent: CrashScreen,
    defaultNotFoundComponent: NotFoundScreen,
  })
  return router
}
