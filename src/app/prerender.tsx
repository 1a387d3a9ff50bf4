import { createMemoryHistory } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { urlOf } from '../core/api/call.ts'
import { listEndpoints } from '../core/api/endpoints.ts'
import { know } from './know.ts'
import { createQueryClient } from './query-client.ts'
import { createPortalRouter, Portal } from './router.tsx'
import type { Answers } from './take-over.page.ts'

/** The pages that the build prerenders; every other address gets the neutral page. */
export const pages = ['home', 'register', 'status', 'recepisse', 'update', '404'] as const
export type Page = (typeof pages)[number]

/** The page as a student without scripts sees it. */
export const drawPage = (page: Page): Promise<string> => draw(page, {})

/** The wizard's first step, empty, with lists that have no choices yet (src/app/early-form.ts). */
export const drawForm = (): Promise<string> =>
  draw('register', {
    isEmptyForm: true,
    lists: Object.fromEntries(listEndpoints.map(list => [urlOf(list), []])),
  })

async function draw(page: Page, learned: Answers): Promise<string> {
  const client = createQueryClient()
  know(client, learned)
  const router = createPortalRouter(client, {
    history: createMemoryHistory({ initialEntries: [`/${page}`] }),
  })
  await router.load()
  const { prelude } = await prerender(<Portal client={client} router={router} />)
  return new Response(prelude).text()
}
