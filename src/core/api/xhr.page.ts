import { learnLineSpeed } from './line-speed.ts'
import { ProblemError } from './problem.ts'
import type { Post } from './transport.ts'

/**
 * An upload in which no byte moves for this long is cut; one that moves may take any time.
 * Milliseconds.
 */
const stalledMs = 45_000
/**
 * The phone buffers the last bytes: at 3 KB/s they may need a minute after the browser reports "all
 * sent".
 */
const lastBytesMs = 180_000

/**
 * Only XMLHttpRequest reports upload progress; service workers have none, so this stays out of
 * their bundle.
 */
export const postByXhr: Post = (url, body = '', { method = 'POST', headers, signal, onProgress }) =>
  new Promise((resolve, reject) => {
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
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    let sent = 0
    request.upload.onprogress = event => {
      // The browser has lost a connection that it had used before, and begins the whole anew by
      // itself.
      if (event.loaded < sent) return fail('offline')
      sent = event.loaded
      expect(stalledMs, 'stalled')
      onProgress?.({ sent: event.loaded, total: event.total })
    }
    // A part is as small as the line asks: it has left the phone at a kilobyte a second, or never
    // will.
    request.upload.onload = () =>
      expect(method === 'PATCH' ? stalledMs + sent : lastBytesMs, 'timeout')
    request.onprogress = () => expect(stalledMs, 'stalled')
    request.onerror = () => fail('offline')
    request.onload = () => {
      done()
      learnLineSpeed(typeof body === 'string' ? body.length : body.size, performance.now() - began)
      resolve({
        code: request.status,
        header: name => headerIn(request, name),
        text: request.responseText,
      })
    }
    if (signal?.aborted) return cancel()
    signal?.addEventListener('abort', cancel)
    expect(stalledMs, 'stalled')
    const began = performance.now()
    request.send(body)
  })

/**
 * `getResponseHeader` logs an error for a header that another origin does not expose: read only the
 * listed ones.
 */
function headerIn(request: XMLHttpRequest, name: string): string | null {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(request.getAllResponseHeaders())?.[1] ?? null
}
