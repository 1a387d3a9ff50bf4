import type { RawReply } from '../../src/core/api/transport.ts'
import type { Owner } from './disk.ts'
import type { Link } from './link.ts'
import type { Pictures } from './pictures.ts'
import type { Request } from './uploads.ts'

interface Sent {
  loaded: number
  total: number
}

/** As much of a Blob as the portal uses; Node's own reads with threads, whose time is not the schedule's. */
export class ModelBlob {
  readonly content: string

  constructor(parts: readonly Body[] = []) {
    this.content = parts.map(textOf).join('')
  }

  get size(): number {
    return this.content.length
  }

  slice(from: number, to: number): ModelBlob {
    return new ModelBlob([this.content.slice(from, to)])
  }

  async text(): Promise<string> {
    return this.content
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new TextEncoder().encode(this.content).buffer
  }
}

type Body = string | ModelBlob | null | undefined
const textOf = (body: Body): string => (body instanceof ModelBlob ? body.content : (body ?? ''))

/** Where the bytes are a picture's, it holds the name. */
export const blobOf = ({ nameOf }: Pictures) =>
  class extends ModelBlob {
    constructor(parts: readonly (Body | Uint8Array)[] = []) {
      super(parts.map(part => (part instanceof Uint8Array ? nameOf(part) : part)))
    }
  }

/** As much of XMLHttpRequest as `xhr.page.ts` uses, over the link of the model. */
export function xhrOf(link: Link, owner: Owner) {
  return class {
    status = 0
    responseText = ''
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    onprogress: (() => void) | null = null
    readonly upload: { onprogress: ((event: Sent) => void) | null; onload: (() => void) | null } = {
      onprogress: null,
      onload: null,
    }
    #answer: RawReply | undefined
    #giveUp: (() => void) | undefined

    readonly #headers: Record<string, string> = {}
    #method: Request['method'] = 'POST'
    #url = ''

    open(method: Request['method'], url: string): void {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value
    }
    getAllResponseHeaders(): string {
      return read
        .map(name => [name, this.#answer?.header(name)])
        .flatMap(([name, value]) => (value ? [`${name?.toLowerCase()}: ${value}\r\n`] : []))
        .join('')
    }
    abort(): void {
      this.#giveUp?.()
    }

    send(body: Body): void {
      if (!owner.alive) return
      const request = { method: this.#method, url: this.#url, headers: this.#headers, body: textOf(body) }
      this.#giveUp = link.send(owner, request, {
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        left: () => this.upload.onload?.(),
        answered: (answer, cut) => {
          this.onprogress?.()
          if (cut) return this.onerror?.()
          this.#answer = answer
          this.status = answer.code
          this.responseText = answer.text
          this.onload?.()
        },
        failed: () => this.onerror?.(),
      })
    }
  }
}

/** The headers of an answer that the portal looks at. */
const read = ['Content-Type', 'Date', 'Retry-After', 'Upload-Limit', 'Upload-Offset', 'Upload-Complete', 'Location']

interface Init {
  method: Request['method']
  headers: Record<string, string>
  body: Body
  signal: AbortSignal
}

/** The worker's way: no bytes can be seen to move, and the head of an answer comes before its text. */
export function fetchOf(link: Link, owner: Owner) {
  return (url: string, { method, headers, body, signal }: Init) =>
    new Promise<{
      status: number
      headers: { get(name: string): string | null }
      arrayBuffer(): Promise<BufferSource>
    }>((resolve, reject) => {
      if (!owner.alive) return
      // No hotspot of the model sends a request elsewhere.
      if (url === '/manifest.webmanifest') return reject(new TypeError('failed'))
      if (signal.aborted) return reject(signal.reason)
      const giveUp = link.send(
        owner,
        { method, url, headers, body: textOf(body) },
        {
          progress: () => {},
          left: () => {},
          answered: (answer, cut) =>
            resolve({
              status: answer.code,
              headers: { get: answer.header },
              arrayBuffer: () =>
                cut ? Promise.reject(new TypeError('cut')) : Promise.resolve(new TextEncoder().encode(answer.text)),
            }),
          failed: () => reject(new TypeError('failed')),
        },
      )
      signal.addEventListener('abort', () => {
        giveUp()
        reject(signal.reason)
      })
    })
}
