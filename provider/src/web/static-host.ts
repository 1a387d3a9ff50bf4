import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { ownRoute, pageHeaders, pagePolicy } from '../../../src/spec/pages.ts'
import {
  closed,
  connectionsFile,
  connectionsIn,
  isPartOfPage,
  noOrigin,
} from '../../../src/spec/policies.ts'
import { cacheControl, cacheControlOf } from './cache-control.ts'
import type { WebEnv } from './env.ts'
import { type Encoding, type StaticFile, StaticFiles } from './static-files.ts'

const noBuild = "Le portail n'est pas construit : lancez « npm run build »."

/** Text for a missing file: a whole page would load a slow line for nothing. */
export const noFile = 'Page inconnue.'
export const refusedMethod = 'Méthode refusée.'

/**
 * Tries `$uri`, `$uri.html`, `$uri/index.html`. A route of the portal without a page of its own
 * gets `/index.html`, any other path the 404 page.
 */
export function mountStaticHost(app: Hono<WebEnv>, distDir: string): void {
  const files = new StaticFiles(distDir)

  app.all('*', async c => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      c.header('Allow', 'GET, HEAD')
      return say(c, refusedMethod, 405)
    }
    const path = decode(new URL(c.req.url).pathname)
    if (path === undefined) return say(c, 'Adresse illisible.', 400)
    const found = await resolve(files, path)
    if (!found) return say(c, path === '/' ? noBuild : noFile, 404)
    const { file } = found
    const policy =
      policyOf(file) ?? (isPartOfPage(path) ? noOrigin : policyOf(await files.find('/index.html')))
    if (policy) c.header('Content-Security-Policy', policy)
    if (isPage(file)) {
      for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value)
      const connections = connectionsIn(
        await readFile(join(distDir, connectionsFile), 'utf8').catch(() => ''),
      )
      if (connections) c.header('Connection-Allowlist', connections)
    }
    return send(c, found, path)
  })
}

function say(c: Context<WebEnv>, text: string, status: 400 | 404 | 405): Response {
  c.header('Content-Security-Policy', closed)
  c.header('Cache-Control', cacheControl.asked)
  return c.text(text, status)
}

const isPage = (file: StaticFile) => file.type.startsWith('text/html')

function policyOf(file: StaticFile | undefined): string | undefined {
  const page = file && isPage(file) ? file.encodings.get('identity') : undefined
  return page && pagePolicy(new TextDecoder().decode(page.bytes))
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

interface Found {
  file: StaticFile
  http: 200 | 404
}

const unknownPage = '/404.html'

async function resolve(files: StaticFiles, path: string): Promise<Found | undefined> {
  const bare = path.replace(/\/+$/, '')
  const candidates = [
    bare,
    `${bare}.html`,
    `${bare}/index.html`,
    ...(ownRoute.test(path) ? ['/index.html'] : []),
  ]
  for (const candidate of candidates) {
    const file = await files.find(candidate)
    if (file) return { file, http: candidate === unknownPage ? 404 : 200 }
  }
  const file = looksLikeFile(path) ? undefined : await files.find(unknownPage)
  return file && { file, http: 404 }
}

const looksLikeFile = (path: string) =>
  path.startsWith('/assets/') ||
  path.includes('/.') ||
  /\.[a-z0-9]{1,12}$/i.test(path.replace(/\/+$/, ''))

function send(c: Context<WebEnv>, { file, http }: Found, path: string): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '', file)
  const chosen = file.encodings.get(encoding)
  if (!chosen) return say(c, noFile, 404)
  c.header('Content-Type', file.type)
  c.header('Cache-Control', cacheControlOf(path))
  c.header('ETag', chosen.etag)
  if (file.encodings.size > 1) c.header('Vary', 'Accept-Encoding')
  const known = (c.req.header('if-none-match') ?? '')
    .split(',')
    .map(tag => tag.trim().replace(/^W\//, ''))
  if (http === 200 && (known.includes(chosen.etag) || known.includes('*'))) return c.body(null, 304)
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  c.header('Content-Length', String(chosen.bytes.byteLength))
  return c.body(chosen.bytes, http)
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
    if (file.encodings.has(encoding) && (offers.get(encoding) ?? offers.get('*') ?? false))
      return encoding
  }
  return 'identity'
}
