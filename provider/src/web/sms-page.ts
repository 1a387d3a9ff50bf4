import { randomBytes } from 'node:crypto'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { sameSecret } from '../codes/otp.ts'
import { listSms, type Sms, spacedPhone } from '../sms/sms-outbox.ts'
import { escapeHtml } from '../students/escape-html.ts'
import type { Provider } from '../window/provider.ts'
import { cacheControl } from './cache-control.ts'
import type { WebEnv } from './env.ts'
import { answerPage } from './html.ts'

const path = '/_sms'

/** Token of the page that displays codes: printed only on the terminal of this start. */
export const newSmsToken = () => randomBytes(18).toString('base64url')

export const smsAddress = (origin: string, token: string) => `${origin}${path}?jeton=${token}`

/**
 * The "sent" messages, for a visitor with the token. The client's address is not checked: behind a
 * proxy all visitors come from this machine. Without the token these pages do not exist.
 */
export function mountSmsPage(
  app: Hono<WebEnv>,
  provider: Provider,
  token: string | undefined,
): void {
  if (token === undefined) return
  const show =
    (respond: (c: Context<WebEnv>, messages: Sms[]) => Response): MiddlewareHandler<WebEnv> =>
    async (c, next) => {
      if (!sameSecret(c.req.query('jeton') ?? '', token)) return next()
      c.set('template', c.req.path)
      c.header('Cache-Control', cacheControl.never)
      return respond(c, await listSms(provider))
    }
  const asJson = (c: Context<WebEnv>, messages: Sms[]) => c.json(messages)
  app.get(`${path}.json`, show(asJson))
  app.get(
    path,
    show((c, messages) =>
      c.req.header('accept')?.startsWith('application/json')
        ? asJson(c, messages)
        : answerPage(c, { title: 'SMS envoyés', body: list(messages) }),
    ),
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
