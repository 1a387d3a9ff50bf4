import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { closed } from '../../../src/spec/policies.ts'
import { escapeHtml } from '../students/escape-html.ts'
import type { WebEnv } from './env.ts'

/** A small French page without scripts and styles of its own; `body` is already escaped. */
export function answerPage(
  c: Context<WebEnv>,
  { title, body }: { title: string; body: string },
  status: ContentfulStatusCode = 200,
): Response {
  c.header('Content-Security-Policy', closed)
  return c.html(page(title, body), status)
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(title)}</h1>
${body}
</body></html>
`
