/// <reference path="../../../../src/app/env.d.ts" />
import '../../../../src/app/portal.scss'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerWorker } from '../../../../src/app/bridge.ts'
import { createQueryClient } from '../../../../src/app/query-client.ts'
import { createPortalRouter } from '../../../../src/app/router.tsx'
import { startSending } from '../../../../src/outbox/triggers.page.ts'

/** The same portal as such pages are usually started: an empty page, and everything drawn once the scripts have come. */
const client = createQueryClient()
const router = createPortalRouter(client)
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
startSending()
registerWorker().catch(reportError)
