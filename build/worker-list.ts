import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Stages } from './stages.ts'

interface Entry {
  url: string
  revision: string | null
  size: number
  integrity?: string
  later?: true
}

/**
 * The worker's list as it goes over a slow line: the pages first, since the page beside it asks for everything else
 * itself (after-paint.ts); at the end what follows the installation (stages.ts). And with each file's hash: a captive
 * portal answers every address with its own page, and a worker that kept it would show it for ever; what is not, byte for
 * byte, what was built ends the installation.
 */
export function workerList({ plugin: stages, placeOf }: Stages) {
  let folder = ''
  const folderPlugin: Plugin = {
    name: 'worker-list',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir)
    },
  }
  const rank = ({ url }: Entry) => (url.endsWith('.html') ? -2 : (placeOf(url) ?? -1))
  const bytesOf = (url: string) => readFile(resolve(folder, url))
  const transform = async (entries: Entry[]) => {
    const manifest = entries
      .sort((a, b) => rank(a) - rank(b))
      .map(async entry => {
        const hash = createHash('sha256').update(await bytesOf(entry.url))
        const stage = placeOf(entry.url) === undefined ? {} : { later: true as const }
        return { ...entry, ...stage, integrity: `sha256-${hash.digest('base64')}` }
      })
    return { manifest: await Promise.all(manifest) }
  }
  return { plugins: [stages, folderPlugin], transform }
}
