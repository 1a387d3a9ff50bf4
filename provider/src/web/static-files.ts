import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, gzip } from 'node:zlib'
import { compressible, types } from '../../../src/spec/file-types.ts'

const deflate = promisify(gzip)
const unpack = { br: promisify(brotliDecompress), gz: promisify(gunzip) }

export type Encoding = 'br' | 'gzip' | 'identity'

export interface StaticFile {
  type: string
  encodings: Map<Encoding, { bytes: Uint8Array<ArrayBuffer>; etag: string }>
}

/** Files below one folder; each version of a file is read and compressed once. */
export class StaticFiles {
  private readonly cache = new Map<string, { version: string; file: Promise<StaticFile> }>()

  constructor(private readonly root: string) {}

  /** `path` is a decoded URL path; undefined when it names no file inside the folder. */
  async find(path: string): Promise<StaticFile | undefined> {
    if (/[\0\\]|\.(?:br|gz)$/.test(path) || path.split('/').some(part => part.startsWith('.')))
      return undefined
    const target = join(this.root, path)
    try {
      const info = await stat(target)
      if (!info.isFile()) return undefined
      // A symbolic link inside the folder may lead out of it.
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
  const uncompressed = await readFile(path)
  const encodings: StaticFile['encodings'] = new Map([['identity', variant(uncompressed)]])
  if (compressible.test(type)) {
    const brotli = await packed(path, 'br', uncompressed)
    if (brotli) encodings.set('br', variant(brotli))
    encodings.set(
      'gzip',
      variant(
        (await packed(path, 'gz', uncompressed)) ?? (await deflate(uncompressed, { level: 9 })),
      ),
    )
  }
  return { type, encodings }
}

/** Each encoding is a representation of its own, so its ETag must differ. */
function variant(bytes: Buffer): { bytes: Uint8Array<ArrayBuffer>; etag: string } {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { bytes: new Uint8Array(bytes), etag }
}

/**
 * The file that the build has compressed; ignored when it belongs to another build, or browsers
 * would get different pages.
 */
async function packed(
  path: string,
  how: keyof typeof unpack,
  uncompressed: Buffer,
): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(`${path}.${how}`)
    return (await unpack[how](bytes)).equals(uncompressed) ? bytes : undefined
  } catch {
    return undefined
  }
}
