import { Hono } from 'hono'
import { errorEntry, type WriteLog } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Provider } from './provider.ts'
import { mountBases } from './web/bases.ts'
import type { Trust } from './web/client.ts'
import type { WebEnv } from './web/env.ts'
import { logRequests } from './web/log.ts'
import { answerOutage, isOutage, tellOutages } from './web/outages.ts'
import { mountProbes } from './web/probes.ts'
import { mountReceiptFiles } from './web/receipt-files.ts'
import { securityHeaders } from './web/security-headers.ts'
import { mountSharedPhotos } from './web/shared-photos.ts'
import { mountSmsPage } from './web/sms-page.ts'
import { mountStaticHost } from './web/static-host.ts'
import { giveXsrfCookie } from './web/xsrf.ts'

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
  mountReceiptFiles(app, provider)
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
    return c.json({ status: 0, msg: 'Le service est momentanément indisponible. Réessayez dans un instant.' }, 500)
  })
  return app
}
