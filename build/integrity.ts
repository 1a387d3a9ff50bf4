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
 * A captive portal answers every address with its own page, and a worker that kept it would show it for ever: what is
 * not, byte for byte, what was built ends the installation, and the next one begins anew.
 */
export function installIntegrity() {
  let folder = ''
  const plugin: Plugin = {
    name: 'install-integrity',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir)
    },
  }
  const withIntegrity = async (entries: Entry[]) => {
    const manifest = entries.map(async entry => {
      const bytes = await readFile(resolve(folder, entry.url))
      return { ...entry, integrity: `sha256-${createHash('sha256').update(bytes).digest('base64')}` }
    })
    return { manifest: await Promise.all(manifest) }
  }
  return { plugin, withIntegrity }
}
