import type { Context, Hono } from 'hono'
import type { WebEnv } from './env.ts'
import { type Encoding, type StaticFile, StaticFiles } from './static-files.ts'

const noBuild = "Le portail n'est pas construit : lancez « npm run build »."

/** `$uri`, `$uri.html`, `$uri/index.html`, then `/index.html`; what looks like a file and is missing stays missing. */
export function mountStaticHost(app: Hono<WebEnv>, distDir: string): void {
  const files = new StaticFiles(distDir)

  app.all('*', async c => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      c.header('Allow', 'GET, HEAD')
      return c.text('Méthode refusée.', 405)
    }
    const path = decode(new URL(c.req.url).pathname)
    if (path === undefined) return c.text('Adresse illisible.', 400)
    const found = await resolve(files, path)
    if (found) {
      const policy = policyOf(found) ?? (obeysNone(found, path) ? undefined : policyOf(await files.find('/index.html')))
      if (policy) c.header('Content-Security-Policy', `${policy}; frame-ancestors 'none'`)
      return send(c, found, path)
    }
    return c.text(path === '/' ? noBuild : 'Page inconnue.', 404)
  })
}

const worker = /^\/sw\.js$|\.worker-[\w-]+\.js$/
const partOfPage = /^text\/(?:javascript|css)/

/** A page's scripts and styles obey the page's policy; said with each of them it would be a tenth of a first visit. */
const obeysNone = (file: StaticFile, path: string) => partOfPage.test(file.type) && !worker.test(path)

const metaPolicy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/

/**
 * What the build wrote into the page, said by the host as well; a worker obeys the policy of its own file, which has no
 * place for a meta tag and so gets the neutral page's.
 */
function policyOf(file: StaticFile | undefined): string | undefined {
  const page = file?.type.startsWith('text/html') ? file.encodings.get('identity') : undefined
  return page && metaPolicy.exec(new TextDecoder().decode(page.bytes))?.[1]
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

async function resolve(files: StaticFiles, path: string): Promise<StaticFile | undefined> {
  const bare = path.replace(/\/+$/, '')
  for (const candidate of bare === '' ? ['/index.html'] : [bare, `${bare}.html`, `${bare}/index.html`]) {
    const file = await files.find(candidate)
    if (file) return file
  }
  const looksLikeFile = path.startsWith('/assets/') || path.includes('/.') || /\.[a-z0-9]{1,12}$/i.test(bare)
  return looksLikeFile ? undefined : files.find('/index.html')
}

function send(c: Context<WebEnv>, file: StaticFile, path: string): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '', file)
  const chosen = file.encodings.get(encoding)
  if (!chosen) return c.text('Page inconnue.', 404)
  c.header('Content-Type', file.type)
  c.header('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('ETag', chosen.etag)
  if (file.encodings.size > 1) c.header('Vary', 'Accept-Encoding')
  const known = (c.req.header('if-none-match') ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  if (known.includes(chosen.etag) || known.includes('*')) return c.body(null, 304)
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  c.header('Content-Length', String(chosen.bytes.byteLength))
  return c.body(chosen.bytes)
}

function chooseEncoding(accepted: string, file: StaticFile): Encoding {
  const offers = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map(offer => {
        const [name = '', ...parameters] = offer.split(';').map(part => part.trim())
        return [name, !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))]
      }),
  )
  for (const encoding of ['br', 'gzip'] as const) {
    if (file.encodings.has(encoding) && (offers.get(encoding) ?? offers.get('*') ?? false)) return encoding
  }
  return 'identity'
}
