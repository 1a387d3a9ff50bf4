import type { Observer } from '../../link/link.ts'
import type { Request } from '../../link/requests.ts'

/** One answer as it came over the line. */
export interface Answer {
  method: string
  /** Bytes of its head and, encoded as it travelled, of its body. */
  head: number
  body: number
}

const headEnd = '\r\n\r\n'

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Counts what a line carries. Requests of one connection follow each other: what comes back belongs to the last. */
export class Traffic {
  /** Bytes that have reached the server, heads included. */
  up = 0
  lastAt = 0
  #answers = new Map<Request, Answer & { opening: string }>()
  /** Bytes of bodies by when they came, in milliseconds since 1970. */
  #packets: { at: number; body: number }[] = []

  readonly observe: Observer = (request, bytes, direction) => {
    this.lastAt = Date.now()
    if (direction === 'up') this.up += bytes.length
    else this.#packets.push({ at: this.lastAt, body: this.#take(request, bytes) })
  }

  get answers(): Answer[] {
    return [...this.#answers.values()]
  }

  /** Encoded bytes of the build's files: all that is not a call. */
  get files(): number {
    return sum(this.answers.filter(({ method }) => method !== 'POST').map(({ body }) => body))
  }

  /** Bytes of bodies, encoded, that had come by then. */
  bodiesUntil(at: number): number {
    return sum(this.#packets.filter(packet => packet.at <= at).map(({ body }) => body))
  }

  reset(): void {
    this.up = 0
    this.#answers.clear()
    this.#packets = []
  }

  /** How many of these bytes are body. */
  #take(request: Request, bytes: Buffer): number {
    const answer = this.#answers.get(request) ?? { method: request.method, head: 0, body: 0, opening: '' }
    this.#answers.set(request, answer)
    if (answer.head > 0) {
      answer.body += bytes.length
      return bytes.length
    }
    answer.opening += bytes.toString('latin1')
    const end = answer.opening.indexOf(headEnd)
    if (end < 0) return 0
    answer.head = end + headEnd.length
    answer.body = answer.opening.length - answer.head
    answer.opening = ''
    return answer.body
  }
}
