import type { Hono } from 'hono'
import { bodyBytes } from '../limits.ts'
import type { WebEnv } from './env.ts'

/**
 * Photos that a phone shares with the portal are the service worker's to take. Where it is gone they come here, by the
 * network: nothing of them is kept, and the page asks for them once more, by when the worker is there.
 */
export function mountSharedPhotos(app: Hono<WebEnv>): void {
  app.post('/partage', async c => {
    c.set('template', '/partage')
    let size = 0
    // Read to its end: an answer sent while a phone is still sending is lost with the connection.
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.byteLength
      if (size > bodyBytes.drained) break
    }
    return c.redirect('/partage?encore', 303)
  })
}
