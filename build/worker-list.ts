import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { blockName, blocksOf, blockUrl } from '../sw/blocks.rule.ts'
import type { Stages } from './stages.ts'

interface Entry {
  url: string
  revision: string | null
  size: number
  integrity?: string
  later?: true
  blocks?: string
}

/** What packages ship changes with their versions, and then in most of its blocks. */
const packages = /\/(?:react|tanstack|shrink\.worker)-/

const hashOf = (bytes: string | Buffer) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`

/**
 * The worker's list in the order of a slow line: what the page beside it asks for first comes late, and is here by then. With
 * each file's hash: a captive portal answers every address with its own page, and a worker would keep that for ever.
 */
export function workerList({ plugin: stages, placeOf, isAtStart }: Stages) {
  let folder = ''
  const folderPlugin: Plugin = {
    name: 'worker-list',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir)
    },
  }
  const rank = ({ url }: Entry) => (url.endsWith('.html') ? -3 : (placeOf(url) ?? (isAtStart(url) ? -1 : -2)))
  const bytesOf = (url: string) => readFile(resolve(folder, url))
  /** Beside the files, for phones that have the others of its file (sw/rebuilt.ts). @returns its name */
  const layBlock = async (block: string) => {
    const name = blockName(hashOf(block))
    const path = resolve(folder, `.${blockUrl(name)}`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, block)
    return name
  }
  const transform = async (entries: Entry[]) => {
    const manifest = entries
      .sort((a, b) => rank(a) - rank(b))
      .map(async entry => {
        const bytes = await bytesOf(entry.url)
        const stage = placeOf(entry.url) === undefined ? {} : { later: true as const }
        const blocks = packages.test(entry.url) ? [] : blocksOf(bytes.toString())
        const cut = blocks.length > 1 ? { blocks: (await Promise.all(blocks.map(layBlock))).join('') } : {}
        return { ...entry, ...stage, ...cut, integrity: hashOf(bytes) }
      })
    return { manifest: await Promise.all(manifest) }
  }
  return { plugins: [stages, folderPlugin], transform }
}
