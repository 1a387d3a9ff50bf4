import { ProblemError } from './problem.ts'

/** What came back over the wire, before anyone has read a meaning into it. */
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
  headers: Record<string, string>
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

export type Post = (url: string, body: string | Blob, sending: Sending) => Promise<RawReply>

/** A short call that has not been answered after this long is given up; 2G often needs twenty seconds. */
const replyMs = 45_000
export async function postByFetch(
  url: string,
  body: string | Blob,
  { headers, signal }: Sending,
  limitMs = replyMs,
): Promise<RawReply> {
  const limit = new AbortController()
  const giveUp = setTimeout(() => limit.abort(), limitMs)
  const cancel = () => limit.abort()
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: limit.signal,
      cache: 'no-store',
      credentials: 'same-origin',
    })
    return { code: response.status, header: name => response.headers.get(name), text: await response.text() }
  } catch {
    if (signal?.aborted) throw new ProblemError({ kind: 'cancelled' })
    throw new ProblemError({ kind: limit.signal.aborted ? 'timeout' : 'offline' })
  } finally {
    clearTimeout(giveUp)
    signal?.removeEventListener('abort', cancel)
  }
}
