import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { Provider } from '../provider.ts'
import { listSms, type Sms, spacedPhone } from '../sms-outbox.ts'
import { isLoopbackClient, type Trust } from './client.ts'
import type { WebEnv } from './env.ts'
import { escapeHtml, page } from './html.ts'

/**
 * What was "sent", where it is asked for by name, for this machine only: to anyone else, and in production, these are
 * pages that do not exist.
 */
export function mountSmsPage(app: Hono<WebEnv>, provider: Provider, trust: Trust): void {
  if (!provider.showCodes) return
  const show =
    (respond: (c: Context<WebEnv>, messages: Sms[]) => Response): MiddlewareHandler<WebEnv> =>
    async (c, next) => {
      if (!isLoopbackClient(c, trust)) return next()
      c.set('template', c.req.path)
      c.header('Cache-Control', 'no-store')
      return respond(c, await listSms(provider))
    }
  app.get(
    '/_sms.json',
    show((c, messages) => c.json(messages)),
  )
  app.get(
    '/_sms',
    show((c, messages) => c.html(page('SMS envoyés', list(messages)))),
  )
}

function list(messages: readonly Sms[]): string {
  if (messages.length === 0) return '<p>Aucun SMS pour le moment.</p>'
  const items = messages.map(
    ({ phone, text, at }) =>
      `<li><strong>${escapeHtml(spacedPhone(phone))}</strong> <time datetime="${escapeHtml(at)}">${escapeHtml(at)}</time><br>${escapeHtml(text)}</li>`,
  )
  return `<p>Le plus récent en premier. Rechargez la page pour voir les nouveaux.</p>\n<ul>\n${items.join('\n')}\n</ul>`
}
