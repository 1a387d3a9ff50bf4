import { ProblemError } from './problem.ts'
import { learnSpeed } from './speed.ts'

/** What came back over the wire, before anyone has read a meaning into it. */
export interface Answer {
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

/** A short call that has not been answered after this long is given up; 2G often needs twenty seconds. */
const answerMs = 45_000
/** A transfer in which no byte moves for this long is cut; one that moves is left alone, however slow. */
const stalledMs = 45_000
/** The last bytes lie in the phone's own buffers: at 3 KB/s they may need a minute after "all sent". */
const lastBytesMs = 180_000

export async function postByFetch(
  url: string,
  body: string | Blob,
  { headers, signal }: Sending,
  limitMs = answerMs,
): Promise<Answer> {
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

/** Only XMLHttpRequest tells how many bytes have left; a worker has none. */
export function postByXhr(url: string, body: string | Blob, { headers, signal, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let watch: ReturnType<typeof setTimeout>
    const expect = (ms: number, kind: 'stalled' | 'timeout') => {
      clearTimeout(watch)
      watch = setTimeout(() => fail(kind), ms)
    }
    const cancel = () => fail('cancelled')
    const done = () => {
      clearTimeout(watch)
      signal?.removeEventListener('abort', cancel)
    }
    const fail = (kind: 'stalled' | 'timeout' | 'offline' | 'cancelled') => {
      done()
      request.onerror = null
      request.abort()
      reject(new ProblemError({ kind }))
    }
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      expect(stalledMs, 'stalled')
      onProgress?.({ sent: event.loaded, total: event.total })
    }
    request.upload.onload = () => expect(lastBytesMs, 'timeout')
    request.onprogress = () => expect(stalledMs, 'stalled')
    request.onerror = () => fail('offline')
    request.onload = () => {
      done()
      learnSpeed(typeof body === 'string' ? body.length : body.size, performance.now() - began)
      resolve({ code: request.status, header: name => request.getResponseHeader(name), text: request.responseText })
    }
    if (signal?.aborted) return cancel()
    signal?.addEventListener('abort', cancel)
    expect(stalledMs, 'stalled')
    const began = performance.now()
    request.send(body)
  })
}
