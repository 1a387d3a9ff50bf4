import type { Context } from 'hono'
import type { DatabaseUnavailable, Trouble } from '../database/unavailable.ts'
import { database } from '../limits.ts'
import type { WriteLog } from '../log.ts'
import type { WebEnv } from './env.ts'
import { page } from './html.ts'

const sentence = 'Le service est momentanément indisponible. Réessayez dans un instant.'

/** What the database cannot do now is asked again later: a page for who looks at one, else the call's own form. */
export function answerOutage(c: Context<WebEnv>, { trouble, retryAfterSeconds }: DatabaseUnavailable) {
  c.set('refusal', `database-${trouble}`)
  c.header('Retry-After', String(retryAfterSeconds))
  if (c.req.method === 'GET') return c.html(page('Service indisponible', `<p>${sentence}</p>`), 503)
  return c.json({ status: c.get('refusalStatus') ?? 0, msg: sentence }, 503)
}

/** One line for a trouble and not for each call: thousands of them would bury what is to be done. */
export function tellOutages(writeLog: WriteLog): (outage: DatabaseUnavailable) => void {
  const told = new Map<Trouble, number>()
  return ({ trouble, sentence: message }) => {
    const now = performance.now()
    if (now - (told.get(trouble) ?? Number.NEGATIVE_INFINITY) < database.tellAgainMs) return
    told.set(trouble, now)
    writeLog({ level: 'error', message })
  }
}
