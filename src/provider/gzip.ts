import type { Bases } from './settings.ts'

/** RFC 7694: larger bodies go gzipped to a provider whose answers say `Accept-Encoding: gzip` (docs/contract.md). */

type Base = keyof Bases

const takers = new Set<Base>()
const refusers = new Set<Base>()

/** What fits into one packet arrives no sooner when it is smaller. In characters, which for base64 are bytes. */
const worthwhile = 1_400

export function learnEncodings(base: Base, acceptEncoding: string | null): void {
  if (acceptEncoding && /\bgzip\b/i.test(acceptEncoding)) takers.add(base)
}

/** It has answered 415: plain from then on. */
export function refuseGzip(base: Base): void {
  refusers.add(base)
}

export function takesGzip(base: Base): boolean {
  return takers.has(base) && !refusers.has(base) && typeof CompressionStream === 'function'
}

export function isWorthGzip(base: Base, json: string): boolean {
  return json.length > worthwhile && takesGzip(base)
}

/** Base64 in JSON costs a third more than the picture; this takes it back. */
export function gzipped(json: string): Promise<Blob> {
  return new Response(new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'))).blob()
}
