import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { blockName, blocksOf, blockUrl, copied, copyUrl } from '../sw/blocks.rule.ts'
import type { Stages } from './stages.ts'

interface Entry {
  url: string
  revision: string | null
  size: number
  integrity?: string
  later?: true
  blocks?: string
}

/** A package's file changes only with a new version, and then in most of its blocks. */
const packages = /\/(?:react|tanstack|shrink\.worker)-/

const hashOf = (bytes: string | Buffer) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`

/**
 * Sorts the worker's list for a slow line: what the page requests first comes late in it, since it is in the cache by
 * then. Each file has its hash: a captive portal answers every URL with its own page, which the worker would keep for
 * ever.
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
  /**
   * Writes a block beside the files, for phones that have the other blocks of its file (sw/rebuilt.ts). @returns its
   * name
   */
  const layBlock = async (block: string) => {
    const name = blockName(hashOf(block))
    await lay(blockUrl(name), block)
    return name
  }
  const lay = async (url: string, text: string) => {
    const path = resolve(folder, `.${url}`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const transform = async (entries: Entry[]) => {
    const manifest = entries
      .sort((a, b) => rank(a) - rank(b))
      .map(async entry => {
        const bytes = await bytesOf(entry.url)
        const stage = placeOf(entry.url) === undefined ? {} : { later: true as const }
        const blocks = packages.test(entry.url) ? [] : blocksOf(bytes.toString())
        const cut = blocks.length > 1 ? { blocks: (await Promise.all(blocks.map(layBlock))).join('') } : {}
        const integrity = hashOf(bytes)
        // For phones on whose way pages are altered (sw/files.ts).
        await lay(copyUrl(integrity), copied(bytes.toString()))
        return { ...entry, ...stage, ...cut, integrity }
      })
    return { manifest: await Promise.all(manifest) }
  }
  return { plugins: [stages, folderPlugin], transform }
}
