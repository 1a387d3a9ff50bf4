import { createHash } from 'node:crypto'
import { copied, copyUrl } from '../shared.ts'
import type { Run } from './ask.ts'
import { wallAbout as about } from './probe.ts'

/**
 * Whether the portal's pages come as they were built: its worker lists the hash of each
 * (build/worker-list.ts).
 */

const lines = {
  whole: 'the pages of the portal come as they were built',
  kept: 'pages forbid others to alter them (Cache-Control: no-transform)',
}

const limitMs = 45_000

export async function checkPageWalls({ report, caller }: Run): Promise<void> {
  const { origin } = caller.portal
  const worker = await get(new URL('/sw.js', origin))
  const listed = pagesIn(worker ? textIn(worker) : '')
  if (listed.size === 0)
    return report.skips(about, lines.whole, `no portal with a worker answers at ${origin}`)
  const altered: string[] = []
  const lost: string[] = []
  const unkept: string[] = []
  for (const [page, integrity] of listed) {
    const got = await get(new URL(page, `${origin}/`))
    if (!/\bno-transform\b/i.test(got?.cacheControl ?? '')) unkept.push(page)
    if (got && hashOf(got.bytes) === integrity) continue
    altered.push(page)
    const copy = await get(new URL(copyUrl(integrity), origin))
    if (!copy || hashOf(copied(textIn(copy))) !== integrity) lost.push(page)
  }
  if (altered.length === 0) report.holds(about, lines.whole)
  else {
    const means =
      lost.length > 0
        ? 'so do their copies, and the portal never becomes ready offline'
        : 'their copies pass, by which the portal becomes ready offline'
    const found = `${altered.length} of ${listed.size} come altered or not at all (${altered[0]}); ${means}. Pass pages on as they are: no added scripts, no hidden e-mail addresses, no shrinking, no challenge`
    report.differs(lost.length > 0 ? 'breaks' : 'borne', about, lines.whole, found)
  }
  report.judge(
    'advice',
    about,
    lines.kept,
    unkept.length !== 0 && `${unkept.length} of ${listed.size} do not say so (${unkept[0]})`,
  )
}

interface Got {
  bytes: Uint8Array
  cacheControl: string
}

const textIn = ({ bytes }: Got) => new TextDecoder().decode(bytes)
const hashOf = (bytes: Uint8Array | string) =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`

async function get(url: URL): Promise<Got | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { bytes, cacheControl: response.headers.get('Cache-Control') ?? '' }
  } catch {
    return undefined
  }
}

/** The pages in the worker's list, with their hashes. */
function pagesIn(worker: string): Map<string, string> {
  const field = (entry: string, name: string) =>
    new RegExp(`\\b${name}["']?:\\s*["']([^"']+)["']`).exec(entry)?.[1]
  const entries = [...worker.matchAll(/\{[^{}]*\bintegrity\b[^{}]*\}/g)].flatMap(([entry]) => {
    const [url, integrity] = [field(entry, 'url'), field(entry, 'integrity')]
    return url?.endsWith('.html') && integrity ? [[url, integrity] as const] : []
  })
  return new Map(entries)
}
