import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { compressible, types } from '../src/spec/file-types.ts'
import { afterBuild } from './after-build.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const packable = (name: string) => compressible.test(types[extname(name)] ?? '')

/**
 * Compresses each compressible file of the build with brotli and gzip at the highest level: the web
 * server has no time for that while a student waits, and must not mix two builds. Runs last, after
 * all other changes to the files.
 */
export const packedFiles = () =>
  afterBuild('packed-files', async folder => {
    const names = await readdir(folder, { recursive: true })
    await Promise.all(names.filter(packable).map(name => pack(join(folder, name))))
  })

async function pack(path: string): Promise<void> {
  const bytes = await readFile(path)
  const best = { params: { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY } }
  await Promise.all([
    brotli(bytes, best).then(packed => writeFile(`${path}.br`, packed)),
    deflate(bytes, { level: zlib.Z_BEST_COMPRESSION }).then(packed =>
      writeFile(`${path}.gz`, packed),
    ),
  ])
}
