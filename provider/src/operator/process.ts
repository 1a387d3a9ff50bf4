import { DataFolderError } from '../database/data-folder.ts'
import { ForeignTables } from '../database/migrate.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { ConfigError } from './config.ts'

/**
 * Files that this process writes are private to this account, whatever the umask of the shell that
 * started it.
 */
export const keepFilesPrivate = () => process.umask(0o077)

/**
 * A reader that closes its end (`… | head`, a closed terminal) must not end the server or a command
 * half-way.
 */
export function survivePipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * Under npm, Ctrl-C reaches the process twice; only a second signal two seconds later skips the
 * clean stop.
 */
export function stopOnSignals(running: { stop(): Promise<void> }): void {
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

/**
 * One sentence for an error that an operator can fix, the whole error for a fault in the program.
 */
export function fail(error: unknown): never {
  console.error(explain(error))
  process.exit(1)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ([ConfigError, DataFolderError, ForeignTables].some(known => error instanceof known))
    return error.message
  if (error instanceof DatabaseUnavailable) return error.sentence
  const code = 'code' in error ? error.code : undefined
  const port = process.env.PORT || '8080'
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the other program, or choose another port: PORT=8081 npm start`
  if (code === 'EACCES')
    return `${error.message}. Choose a port above 1023 and a DATA_DIR that this account may write to.`
  return error.stack ?? error.message
}
