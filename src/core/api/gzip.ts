import { announcesGzip } from './announced.ts'
import { wallOf } from './known-walls.ts'
import type { Bases } from './settings.ts'

/**
 * RFC 7694: larger bodies go gzipped to a provider whose answers say `Accept-Encoding: gzip`
 * (docs/contract.md).
 */

/**
 * A body that fits into one packet gains nothing from gzip. In characters, which for base64 are
 * bytes.
 */
const worthwhile = 1_400

export const takesGzip = (base: keyof Bases): boolean =>
  announcesGzip(base) && !wallOf(base).gzip && typeof CompressionStream === 'function'

export const isWorthGzip = (base: keyof Bases, json: string): boolean =>
  json.length > worthwhile && takesGzip(base)

/** Base64 in JSON makes a photo a third larger; gzip undoes that. */
export function gzipJson(json: string): Promise<Blob> {
  return new Response(new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'))).blob()
}
