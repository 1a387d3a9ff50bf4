import { Hono } from 'hono'
import type { Provider } from './provider.ts'
import { mountBases } from './web/bases.ts'
import type { Trust } from './web/client.ts'
import type { WebEnv } from './web/env.ts'
import { logRequests, type WriteLine } from './web/log.ts'
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
  writeLog: WriteLine
  /** True from the moment the process was asked to stop: connections are not kept open any longer. */
  stopping: () => boolean
}

export function createApp({ provider, distDir, trust, writeLog, stopping }: AppOptions): Hono<WebEnv> {
  const app = new Hono<WebEnv>()
  app.use(logRequests(writeLog))
  app.use(async (c, next) => {
    await next()
    if (stopping()) c.header('Connection', 'close')
  })
  app.use(securityHeaders)
  app.use(giveXsrfCookie)
  mountBases(app, provider, trust)
  mountReceiptFiles(app, provider)
  mountSmsPage(app, provider, trust)
  mountSharedPhotos(app)
  mountStaticHost(app, distDir)
  app.onError((error, c) => {
    // The error's own words may quote a student's data: only its class, code and place are written down.
    const code = 'code' in error ? ` ${String(error.code)}` : ''
    const places = (error.stack ?? '').split('\n').filter(line => line.startsWith('    at '))
    writeLog([`error ${error.name}${code} in ${c.get('template')}`, ...places.slice(0, 5)].join('\n'))
    return c.json({ status: 0, msg: 'Le service est momentanément indisponible. Réessayez dans un instant.' }, 500)
  })
  return app
}
