import type { Hono } from 'hono'
import { bodyBytes } from '../limits/limits.ts'
import type { WebEnv } from './env.ts'

/**
 * The service worker receives photos that a phone shares with the portal. Without a worker they
 * arrive here: the server discards them, and the page asks the student to share them again once the
 * worker is installed.
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
