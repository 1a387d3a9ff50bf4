import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

async function file(path: string): Promise<Buffer | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? readFile(path) : undefined
}

/** The cookie of section 6: its value must come back as X-XSRF-TOKEN. */
export const xsrfToken = 'jeton-de-test'

export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  content: Buffer
}

/** What any static host does: `$uri`, `$uri.html`, `$uri/index.html`, then `/index.html`. */
export async function staticFile(dist: string, pathname: string): Promise<Answer> {
  const asked = normalize(decodeURIComponent(pathname)).replace(/\/$/, '')
  for (const candidate of [asked, `${asked}.html`, `${asked}/index.html`, '/index.html']) {
    const content = await file(join(dist, candidate))
    if (!content) continue
    const type = types[extname(candidate)] ?? 'application/octet-stream'
    const cookie = candidate.endsWith('.html')
      ? { 'Set-Cookie': `XSRF-TOKEN=${xsrfToken}; Path=/; SameSite=Strict` }
      : {}
    const kept = candidate.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    return { status: 200, headers: { 'Content-Type': type, 'Cache-Control': kept, ...cookie }, content }
  }
  return { status: 404, headers: {}, content: Buffer.alloc(0) }
}
