import { Hono } from 'hono'
import { errorEntry, type WriteLog } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Provider } from '../window/provider.ts'
import { mountBases } from './bases.ts'
import type { Trust } from './client.ts'
import type { WebEnv } from './env.ts'
import { answerOutage, isOutage, tellOutages } from './outages.ts'
import { mountProbes } from './probes.ts'
import { mountReceiptFiles } from './receipt-files.ts'
import { logRequests } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'
import { mountSharedPhotos } from './shared-photos.ts'
import { mountSmsPage } from './sms-page.ts'
import { mountStaticHost } from './static-host.ts'
import { giveXsrfCookie } from './xsrf.ts'

export interface AppOptions {
  provider: Provider
  distDir: string
  trust: Trust
  /** Of the page that displays codes; without a token that page does not exist. */
  smsToken: string | undefined
  writeLog: WriteLog
  metrics: Metrics
  /** True once the process was asked to stop: it then closes connections after their answers. */
  stopping: () => boolean
}

export function createApp({
  provider,
  distDir,
  trust,
  smsToken,
  writeLog,
  metrics,
  stopping,
}: AppOptions): Hono<WebEnv> {
  const app = new Hono<WebEnv>()
  mountProbes(app, { database: provider.database, metrics, stopping })
  app.use(logRequests(writeLog, metrics, trust))
  app.use(async (c, next) => {
    await next()
    if (stopping()) c.header('Connection', 'close')
  })
  app.use(securityHeaders)
  app.use(giveXsrfCookie(trust))
  mountBases(app, { provider, metrics, trust, writeLog })
  mountReceiptFiles(app, provider, trust)
  mountSmsPage(app, provider, smsToken)
  mountSharedPhotos(app)
  mountStaticHost(app, distDir)
  const tellOutage = tellOutages(writeLog)
  app.onError((error, c) => {
    if (isOutage(error)) {
      tellOutage(error)
      return answerOutage(c, error)
    }
    writeLog(errorEntry(error, c.get('id'), c.get('template')))
    return c.json(
      { status: 0, msg: 'Le service est momentanément indisponible. Réessayez dans un instant.' },
      500,
    )
  })
  return app
}
