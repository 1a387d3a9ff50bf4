import type { Hono } from 'hono'
import { inTime } from '../database/in-time.ts'
import type { Database } from '../database/port.ts'
import { type Metrics, probes } from '../monitoring/metrics.ts'
import type { WebEnv } from './env.ts'

interface Probed {
  database: Database
  metrics: Metrics
  stopping: () => boolean
}

/**
 * Probes for monitoring, in English: neither logged nor counted, since they come every few seconds.
 */
export function mountProbes(app: Hono<WebEnv>, { database, metrics, stopping }: Probed): void {
  app.use('/:probe{healthz|readyz|metrics}', async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  // Only the process itself: restarting it would not repair the database.
  app.get('/healthz', c => c.text('The process lives.\n'))
  app.get('/readyz', async c => {
    const trouble = stopping() ? 'The process is stopping.' : await troubleOf(database)
    if (!trouble) return c.text('Ready.\n')
    c.header('Retry-After', String(probes.retryAfterSeconds))
    return c.text(`${trouble}\n`, 503)
  })
  app.get('/metrics', async c => {
    c.header('Content-Type', metrics.registry.contentType)
    return c.body(await metrics.registry.metrics())
  })
}

async function troubleOf(database: Database): Promise<string | undefined> {
  try {
    await inTime(probes.databaseMs, database.reader.query('SELECT 1'))
    return undefined
  } catch {
    return 'The database does not answer.'
  }
}
