import type { RawReply } from '../../src/core/api/transport.ts'
import type { Owner } from './disk.ts'
import type { Link } from './link.ts'

interface Sent {
  loaded: number
  total: number
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

    open(): void {}
    setRequestHeader(): void {}
    getAllResponseHeaders(): string {
      const pause = this.#answer?.header('Retry-After')
      return pause ? `retry-after: ${pause}\r\n` : ''
    }
    abort(): void {
      this.#giveUp?.()
    }

    send(body: string): void {
      if (!owner.alive) return
      this.#giveUp = link.send(owner, body, {
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

interface Init {
  body: string
  signal: AbortSignal
}

/** The worker's way: no bytes can be seen to move, and the head of an answer comes before its text. */
export function fetchOf(link: Link, owner: Owner) {
  return (_url: string, { body, signal }: Init) =>
    new Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>(
      (resolve, reject) => {
        if (!owner.alive) return
        const giveUp = link.send(owner, body, {
          progress: () => {},
          left: () => {},
          answered: (answer, cut) =>
            resolve({
              status: answer.code,
              headers: { get: answer.header },
              text: () => (cut ? Promise.reject(new TypeError('cut')) : Promise.resolve(answer.text)),
            }),
          failed: () => reject(new TypeError('failed')),
        })
        signal.addEventListener('abort', () => {
          giveUp()
          reject(signal.reason)
        })
      },
    )
}
