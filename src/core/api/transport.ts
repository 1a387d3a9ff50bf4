import { ProblemError } from './problem.ts'
import type { Bases } from './settings.ts'

/** An HTTP answer before it is parsed and validated. */
export interface RawReply {
  code: number
  header(name: string): string | null
  text: string
}

export interface Progress {
  sent: number
  total: number
}

export interface Sending {
  method?: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | undefined
  headers: Record<string, string>
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

export type Post = (url: string, body: string | Blob | undefined, sending: Sending) => Promise<RawReply>

/** A short call that has not been answered after this long is given up; 2G often needs twenty seconds. */
const replyMs = 45_000
export async function postByFetch(
  url: string,
  body: string | Blob | undefined,
  { method = 'POST', headers, signal }: Sending,
  limitMs = replyMs,
): Promise<RawReply> {
  const limit = new AbortController()
  const giveUp = setTimeout(() => limit.abort(), limitMs)
  const cancel = () => limit.abort()
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      signal: limit.signal,
      cache: 'no-store',
      credentials: 'same-origin',
    })
    return { code: response.status, header: name => response.headers.get(name), text: await textOf(response) }
  } catch {
    if (signal?.aborted) throw new ProblemError({ kind: 'cancelled' })
    throw new ProblemError({ kind: limit.signal.aborted ? 'timeout' : 'offline' })
  } finally {
    clearTimeout(giveUp)
    signal?.removeEventListener('abort', cancel)
  }
}

/** By the charset that it tells, as XMLHttpRequest reads it; `text()` takes every answer for UTF-8. */
export async function textOf(response: Response): Promise<string> {
  const [, charset = 'utf-8'] = /charset="?([^";\s]+)/i.exec(response.headers.get('Content-Type') ?? '') ?? []
  const bytes = await response.arrayBuffer()
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

// What a base says of itself in its answers.

type Base = keyof Bases

const takers = new Set<Base>()

export function learnEncodings(base: Base, acceptEncoding: string | null): void {
  if (acceptEncoding && /\bgzip\b/i.test(acceptEncoding)) takers.add(base)
}

export const announcesGzip = (base: Base): boolean => takers.has(base)

/** What a base says in `Upload-Limit`: it takes uploads in parts (whole-or-parts.ts). */
const limits = new Map<Base, string>()

export function learnLimits(base: Base, uploadLimit: string | null): void {
  if (uploadLimit) limits.set(base, uploadLimit)
}

export const limitsOf = (base: Base): string | undefined => limits.get(base)

// How fast the line was for the last upload that finished on this page.

/** Bytes a second: the usual speed of 2G. */
const slowBelow = 10_000
/** Bytes. The time of a smaller call tells how far away the provider is, not how fast the line is. */
const tellingBytes = 20_000

let slow = false

/** Measured until the answer, not until the browser reports the last byte as sent: phones buffer a whole photo. */
export function learnSpeed(bytes: number, ms: number): void {
  if (bytes >= tellingBytes) slow = bytes / (ms / 1000) < slowBelow
}

export const isSlowLine = (): boolean => slow

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** The student has asked for less data, or the line is slow: photos are made one step smaller. */
export function wantsEconomy(): boolean {
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData) return true
  return connection?.effectiveType === 'slow-2g' || connection?.effectiveType === '2g' || isSlowLine()
}
