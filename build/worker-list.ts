import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

interface Entry {
  url: string
  revision: string | null
  size: number
  integrity?: string
}

/**
 * The worker's list as it goes over a slow line: the pages first, since the page beside it asks for everything else
 * itself (after-paint.ts). And with each file's hash: a captive portal answers every address with its own page, and a
 * worker that kept it would show it for ever; what is not, byte for byte, what was built ends the installation.
 */
export function workerList() {
  let folder = ''
  const plugin: Plugin = {
    name: 'worker-list',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir)
    },
  }
  const bytesOf = (url: string) => readFile(resolve(folder, url))
  const transform = async (entries: Entry[]) => {
    const isPage = ({ url }: Entry) => Number(url.endsWith('.html'))
    const manifest = entries
      .sort((a, b) => isPage(b) - isPage(a))
      .map(async entry => {
        const hash = createHash('sha256').update(await bytesOf(entry.url))
        return { ...entry, integrity: `sha256-${hash.digest('base64')}` }
      })
    return { manifest: await Promise.all(manifest) }
  }
  return { plugin, transform }
}
