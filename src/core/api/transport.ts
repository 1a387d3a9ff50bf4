import { ProblemError } from './problem.ts'

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

export type Post = (
  url: string,
  body: string | Blob | undefined,
  sending: Sending,
) => Promise<RawReply>

/**
 * A short call that has not been answered after this long is given up; 2G often needs twenty
 * seconds.
 */
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
    return {
      code: response.status,
      header: name => response.headers.get(name),
      text: await textOf(response),
    }
  } catch {
    if (signal?.aborted) throw new ProblemError({ kind: 'cancelled' })
    throw new ProblemError({ kind: limit.signal.aborted ? 'timeout' : 'offline' })
  } finally {
    clearTimeout(giveUp)
    signal?.removeEventListener('abort', cancel)
  }
}

/**
 * By the charset that it tells, as XMLHttpRequest reads it; `text()` takes every answer for UTF-8.
 */
export async function textOf(response: Response): Promise<string> {
  const [, charset = 'utf-8'] =
    /charset="?([^";\s]+)/i.exec(response.headers.get('Content-Type') ?? '') ?? []
  const bytes = await response.arrayBuffer()
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
