import '@picocss/pico/css/pico.min.css'
import './ui/theme.css'
import './ui/shell.css'
import './ui/controls.css'
import './ui/screens.css'
import './ui/documents.css'
import './ui/studio.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './app/query-client.ts'
import { createPortalRouter } from './app/router.tsx'
import { registerWorker } from './app/worker-bridge.ts'
import { startSending } from './outbox/triggers.page.ts'

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
