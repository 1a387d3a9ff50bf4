import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { copied, copyUrl } from '../sw/copies.rule.ts'
import { partOf } from '../sw/names.rule.ts'
import type { Stages } from './stages.ts'

interface Entry {
  url: string
  revision: string | null
  size: number
  integrity?: string
  stage?: 'later' | 'wanted'
}

const hashOf = (bytes: Buffer) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`

/** What the page requests first comes late in the list, since it is in the cache by then. */
const order = ['first', 'start', 'later', 'wanted']

/**
 * Sorts the worker's list for a slow line. Each file has its hash: a captive portal answers every
 * URL with its own page, which the worker would keep for ever.
 */
export function workerList({ plugin: stages, stageOf, placeOf }: Stages) {
  let folder = ''
  const folderPlugin: Plugin = {
    name: 'worker-list',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir)
    },
  }
  const rank = (url: string) => (url.endsWith('.html') ? -1 : order.indexOf(stageOf(url)))
  /** Lays a copy beside the files, for phones on whose way pages are altered (sw/files.ts). */
  const layCopy = async (integrity: string, bytes: Buffer) => {
    const path = resolve(folder, `.${copyUrl(integrity)}`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, copied(bytes.toString()))
  }
  const transform = async (entries: Entry[]) => {
    refuseTwins(entries.map(({ url }) => url))
    const sorted = entries.sort(
      (a, b) => rank(a.url) - rank(b.url) || placeOf(a.url) - placeOf(b.url),
    )
    const manifest = sorted.map(async entry => {
      const bytes = await readFile(resolve(folder, entry.url))
      const integrity = hashOf(bytes)
      await layCopy(integrity, bytes)
      const stage = stageOf(entry.url)
      return { ...entry, integrity, ...((stage === 'later' || stage === 'wanted') && { stage }) }
    })
    return { manifest: await Promise.all(manifest) }
  }
  return { plugins: [stages, folderPlugin], transform }
}

/** @throws Error for two files that an update could not tell apart (sw/names.rule.ts) */
function refuseTwins(urls: readonly string[]): void {
  const parts = urls.map(partOf)
  const twins = urls.filter((_, at) => parts.indexOf(parts[at] ?? '') !== at)
  if (twins.length > 0)
    throw new Error(`Two files of the build have one name, give each its own: ${twins.join(', ')}.`)
}
