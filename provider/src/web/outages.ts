import type { Context } from 'hono'
import { database } from '../database/timeouts.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { NoDecoder } from '../images/no-decoder.ts'
import type { WriteLog } from '../monitoring/log.ts'
import type { WebEnv } from './env.ts'
import { answerPage } from './html.ts'

const sentence = 'Le service est momentanément indisponible. Réessayez dans un instant.'

/** Errors that the request itself did not cause. */
type Outage = DatabaseUnavailable | NoDecoder

export const isOutage = (error: unknown): error is Outage =>
  error instanceof DatabaseUnavailable || error instanceof NoDecoder

/** Asks the client to try again later: a page for a browser, otherwise the call's own form. */
export function answerOutage(c: Context<WebEnv>, { refusal, retryAfterSeconds }: Outage) {
  c.set('refusal', refusal)
  c.header('Retry-After', String(retryAfterSeconds))
  if (c.req.method === 'GET')
    return answerPage(c, { title: 'Service indisponible', body: `<p>${sentence}</p>` }, 503)
  return c.json({ status: c.get('refusalStatus') ?? 0, msg: sentence }, 503)
}

/** One line per outage, not per call: thousands of lines would bury what the operator must do. */
export function tellOutages(writeLog: WriteLog): (outage: Outage) => void {
  const logged = new Map<string, number>()
  return ({ refusal, sentence: message }) => {
    const now = performance.now()
    if (now - (logged.get(refusal) ?? Number.NEGATIVE_INFINITY) < database.tellAgainMs) return
    logged.set(refusal, now)
    writeLog({ level: 'error', message })
  }
}
