import './portal.css'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { PortalRouter } from './router.tsx'
import { TakenOver } from './taken-over.tsx'

interface PortalProps {
  client: QueryClient
  router: PortalRouter
  /** A screen responds: the first one, and each one after it. */
  onTakenOver?: (() => void) | undefined
}

export function Portal({ client, router, onTakenOver }: PortalProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <TakenOver value={onTakenOver}>
          <RouterProvider router={router} />
        </TakenOver>
      </QueryClientProvider>
    </StrictMode>
  )
}
