import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isReadableOnTheWay } from './database/urls.ts'
import { http, type Patience } from './limits/limits.ts'
import { asJson, type Format, type WriteLog } from './monitoring/log.ts'
import { Metrics } from './monitoring/metrics.ts'
import { openProvider, type Ports } from './open-provider.ts'
import { type Config, readConfig } from './operator/config.ts'
import { spacedPhone } from './sms/sms-outbox.ts'
import { SmsSender } from './sms/sms-sender.ts'
import { createApp } from './web/app.ts'
import { listen } from './web/listen.ts'
import { newSmsToken } from './web/sms-page.ts'
import type { Provider } from './window/provider.ts'

export interface Running {
  port: number
  /** Token of the page that displays codes, where there is one. */
  smsToken: string | undefined
  provider: Provider
  stop(): Promise<void>
}

export type Opened = (provider: Provider) => Promise<void>

export interface RunPorts extends Ports {
  writeLog: WriteLog
  /** Called once its data are open, and before it listens. */
  opened?: Opened | undefined
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
    await ports.opened?.(provider)
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
    const listening = await listen(app, {
      port: config.port,
      host: config.host,
      patience: ports.patience ?? http,
      trustProxy: config.trustProxy,
    })
    if (config.smsGateway)
      sender = new SmsSender({
        ...provider,
        gateway: config.smsGateway,
        writeLog: ports.writeLog,
        metrics,
      })
    return {
      port: listening.port,
      smsToken,
      provider,
      async stop() {
        stopping = true
        await listening.stop()
        await sender?.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Prints codes to standard output where SHOW_CODES asks for it; the log, which contains none, goes
 * to standard error.
 */
export async function startFromEnvironment(
  format: Format = asJson,
  opened?: Opened,
): Promise<Running> {
  const config = readConfig(process.env)
  const writeLog: WriteLog = entry => console.error(format(entry, new Date()))
  if (!config.smsGateway && !config.showCodes)
    writeLog({
      level: 'warn',
      message:
        'No SMS leaves: set SMS_GATEWAY_URL, or SHOW_CODES=yes to show the codes on this machine.',
    })
  if ([config.databaseUrl, config.databaseReadUrl].some(url => url && isReadableOnTheWay(url)))
    writeLog({
      level: 'warn',
      message:
        'DATABASE_URL names another machine whose certificate is not checked: names and photographs can be read on the way. Add ?sslmode=verify-full to it, and &sslrootcert=FILE where the authority is your own.',
    })
  const running = await run(config, {
    now: () => new Date(),
    smsKept: ({ phone, text }) => {
      if (config.showCodes) console.log(`SMS → ${spacedPhone(phone)} : ${text}`)
    },
    writeLog,
    opened,
  })
  if (!existsSync(join(config.distDir, 'index.html')))
    writeLog({
      level: 'warn',
      message: `There are no pages in ${config.distDir}: build them by npm run build, or set DIST_DIR. Calls are answered.`,
    })
  if (!config.databaseUrl)
    writeLog({
      level: 'warn',
      message:
        'PGlite keeps the data, for a demonstration: a power cut may take the last of it. For students set DATABASE_URL.',
    })
  return running
}
