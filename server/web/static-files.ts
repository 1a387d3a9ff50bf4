import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const deflate = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

export interface StaticFile {
  type: string
  encodings: Map<Encoding, { bytes: Uint8Array<ArrayBuffer>; etag: string }>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const compressible = /^(text\/|application\/(json|manifest\+json|xml|wasm)|image\/svg)/

/** Files under one folder, read and compressed once for each version of them. */
export class StaticFiles {
  private readonly cache = new Map<string, { version: string; file: Promise<StaticFile> }>()

  constructor(private readonly root: string) {}

  /** `path` is a decoded URL path; undefined when nothing inside the folder has it. */
  async find(path: string): Promise<StaticFile | undefined> {
    if (/[\0\\]/.test(path) || path.split('/').some(part => part.startsWith('.'))) return undefined
    const target = join(this.root, path)
    try {
      const info = await stat(target)
      if (!info.isFile()) return undefined
      // A link inside the folder may still lead out of it.
      const [real, realRoot] = await Promise.all([realpath(target), realpath(this.root)])
      if (!real.startsWith(realRoot + sep)) return undefined
      const version = `${info.mtimeMs}-${info.size}`
      const known = this.cache.get(target)
      if (known?.version === version) return await known.file
      const file = load(real)
      this.cache.set(target, { version, file })
      return await file
    } catch {
      this.cache.delete(target)
      return undefined
    }
  }
}

async function load(path: string): Promise<StaticFile> {
  const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream'
  const plain = await readFile(path)
  const encodings: StaticFile['encodings'] = new Map([['identity', variant(plain)]])
  if (compressible.test(type)) {
    const brotli = await beside(`${path}.br`)
    if (brotli) encodings.set('br', variant(brotli))
    encodings.set('gzip', variant((await beside(`${path}.gz`)) ?? (await deflate(plain, { level: 9 }))))
  }
  return { type, encodings }
}

/** Each encoding is a representation of its own: its tag must differ. */
function variant(bytes: Buffer): { bytes: Uint8Array<ArrayBuffer>; etag: string } {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { bytes: new Uint8Array(bytes), etag }
}

async function beside(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch {
    return undefined
  }
}
