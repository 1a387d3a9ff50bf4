import { createApp } from './web/app.ts'
import type { Config } from './operator/config.ts'
import { http, type Patience } from './limits/limits.ts'
import { listen } from './web/listen.ts'
import type { WriteLog } from './monitoring/log.ts'
import { Metrics } from './monitoring/metrics.ts'
import { openProvider, type Ports } from './open-provider.ts'
import { clearLeftBackup } from './operator/backup.ts'
import { openAdminSocket } from './operator/socket.ts'
import type { Provider } from './provider.ts'
import { SmsSender } from './sms/sms-sender.ts'
import { newSmsToken } from './web/sms-page.ts'

export interface Running {
  port: number
  /** Token of the page that displays codes, where there is one. */
  smsToken: string | undefined
  provider: Provider
  stop(): Promise<void>
}

export interface RunPorts extends Ports {
  writeLog: WriteLog
  /** Replaces the usual limits on slow clients: tests do not wait for minutes. */
  patience?: Patience
}

/** The stand-in provider and the static host, on one port. */
export async function run(config: Config, ports: RunPorts): Promise<Running> {
  let sender: SmsSender | undefined
  const metrics = new Metrics()
  const { provider, close } = await openProvider(config, {
    now: ports.now,
    smsKept(sms) {
      ports.smsKept(sms)
      sender?.wake()
    },
    tellWaiting: message => ports.writeLog({ level: 'warn', message }),
    attacked: { count: event => metrics.attacked(event), writeLog: ports.writeLog },
  })
  const smsToken = config.showCodes ? newSmsToken() : undefined
  let stopping = false
  try {
    if (!config.databaseUrl) await clearLeftBackup(config.dataDir)
    // On PostgreSQL the operator's command opens the database itself.
    const closeAdmin = config.databaseUrl ? undefined : await openAdminSocket(provider, config.dataDir)
    metrics.watch(provider)
    const app = createApp({
      provider,
      distDir: config.distDir,
      trust: config,
      smsToken,
      writeLog: ports.writeLog,
      metrics,
      stopping: () => stopping,
    })
    try {
      const listening = await listen(app, {
        port: config.port,
        host: config.host,
        patience: ports.patience ?? http,
        countAddresses: !config.trustProxy,
      })
      if (config.smsGateway)
        sender = new SmsSender({ ...provider, gateway: config.smsGateway, writeLog: ports.writeLog, metrics })
      return {
        port: listening.port,
        smsToken,
        provider,
        async stop() {
          stopping = true
          await listening.stop()
          await sender?.stop()
          await closeAdmin?.()
          await close()
        },
      }
    } catch (error) {
      await closeAdmin?.()
      throw error
    }
  } catch (error) {
    await close()
    throw error
  }
}
