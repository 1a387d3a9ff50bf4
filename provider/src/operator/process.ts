import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { isReadableOnTheWay } from '../database/urls.ts'
import { LockedError } from '../database/lock.ts'
import { asJson, type Format, type WriteLog } from '../monitoring/log.ts'
import { type Running, run } from '../run.ts'
import { spacedPhone } from '../sms/sms-outbox.ts'

/**
 * Prints codes to standard output where SHOW_CODES asks for it; the log, which contains none, goes to standard error.
 */
export function startFromEnvironment(format: Format = asJson): Promise<Running> {
  const config = readConfig(process.env)
  const writeLog: WriteLog = entry => console.error(format(entry, new Date()))
  if (!existsSync(join(config.distDir, 'index.html')))
    writeLog({
      level: 'warn',
      message: `There are no pages in ${config.distDir}: build them by npm run build, or set DIST_DIR. Calls are answered.`,
    })
  if (!config.smsGateway && !config.showCodes)
    writeLog({
      level: 'warn',
      message: 'No SMS leaves: set SMS_GATEWAY_URL, or SHOW_CODES=yes to show the codes on this machine.',
    })
  if ([config.databaseUrl, config.databaseReadUrl].some(url => url && isReadableOnTheWay(url)))
    writeLog({
      level: 'warn',
      message:
        'DATABASE_URL names another machine whose certificate is not checked: names and photographs can be read on the way. Add ?sslmode=verify-full to it, and &sslrootcert=FILE where the authority is your own.',
    })
  return run(config, {
    now: () => new Date(),
    smsKept: ({ phone, text }) => {
      if (config.showCodes) console.log(`SMS → ${spacedPhone(phone)} : ${text}`)
    },
    writeLog,
  })
}

/** Files that this process writes are private to this account, whatever the umask of the shell that started it. */
export const keepFilesPrivate = () => process.umask(0o077)

/** A reader that closes its end (`… | head`, a closed terminal) must not end the server or a command half-way. */
export function survivePipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Under npm, Ctrl-C reaches the process twice; only a second signal two seconds later skips the clean stop. */
export function stopOnSignals(running: Running): void {
  let asked: number | undefined
  const onSignal = () => {
    if (asked !== undefined) {
      if (Date.now() - asked > 2000) process.exit(130)
      return
    }
    asked = Date.now()
    running.stop().then(
      () => process.exit(0),
      error => fail(error),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** One sentence for an error that an operator can fix, the whole error for a fault in the program. */
export function fail(error: unknown): never {
  console.error(explain(error))
  process.exit(1)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof LockedError) return error.message
  if (error instanceof DatabaseUnavailable) return error.sentence
  const code = 'code' in error ? error.code : undefined
  const port = process.env.PORT || '8080'
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the other program, or choose another port: PORT=8081 npm start`
  if (code === 'EACCES')
    return `${error.message}. Choose a port above 1023 and a DATA_DIR that this account may write to.`
  return error.stack ?? error.message
}
