import './portal.css'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { Answers } from './answering.tsx'
import type { PortalRouter } from './router.tsx'

interface PortalProps {
  client: QueryClient
  router: PortalRouter
  /** A screen answers: the first one, and each one after it. */
  onAnswers?: (() => void) | undefined
}

export function Portal({ client, router, onAnswers }: PortalProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Answers value={onAnswers}>
          <RouterProvider router={router} />
        </Answers>
      </QueryClientProvider>
    </StrictMode>
  )
}
