import { createMemoryHistory } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { createQueryClient } from './query-client.ts'
import { createPortalRouter, Portal } from './router.tsx'

/** The pages that the build prerenders; every other address gets the neutral page. */
export const pages = ['home', 'register', 'status', 'recepisse', 'update', '404'] as const
export type Page = (typeof pages)[number]

/** The page as a student without scripts sees it. */
export async function drawPage(page: Page): Promise<string> {
  const client = createQueryClient()
  const router = createPortalRouter(client, {
    history: createMemoryHistory({ initialEntries: [`/${page}`] }),
  })
  await router.load()
  const { prelude } = await prerender(<Portal client={client} router={router} />)
  return new Response(prelude).text()
}
