import type { Observer } from '../../link/link.ts'
import type { Request } from '../../link/requests.ts'

/** One answer as it came over the line. */
export interface Answer {
  method: string
  path: string
  status: number
  /** Bytes of its head and, encoded as it travelled, of its body. */
  head: number
  body: number
}

interface Packet {
  /** Milliseconds since 1970. */
  at: number
  body: number
}

const headEnd = '\r\n\r\n'

/** Counts what a line carries. Requests of one connection follow each other, so what comes back belongs to the last. */
export class Traffic {
  /** Bytes that have reached the server, heads included. */
  up = 0
  lastAt = 0
  #answers = new Map<Request, Answer & { opening: string }>()
  #packets: Packet[] = []

  readonly observe: Observer = (request, bytes, direction) => {
    this.lastAt = Date.now()
    if (direction === 'up') this.up += bytes.length
    else this.#packets.push({ at: this.lastAt, body: this.#take(request, bytes) })
  }

  get answers(): Answer[] {
    return [...this.#answers.values()]
  }

  /** Bytes of bodies, encoded, that had come by then. */
  bodiesUntil(at: number): number {
    return this.#packets.reduce((sum, packet) => sum + (packet.at <= at ? packet.body : 0), 0)
  }

  reset(): void {
    this.up = 0
    this.#answers.clear()
    this.#packets = []
  }

  /** How many of these bytes are body. */
  #take(request: Request, bytes: Buffer): number {
    const known = this.#answers.get(request)
    const { method, path } = request
    const answer = known ?? { method, path, status: 0, head: 0, body: 0, opening: '' }
    this.#answers.set(request, answer)
    if (answer.status > 0) {
      answer.body += bytes.length
      return bytes.length
    }
    answer.opening += bytes.toString('latin1')
    const end = answer.opening.indexOf(headEnd)
    if (end < 0) return 0
    answer.status = Number(answer.opening.slice(9, 12))
    answer.head = end + headEnd.length
    answer.body = answer.opening.length - answer.head
    answer.opening = ''
    return answer.body
  }
}

const isCall = ({ method }: Answer) => method === 'POST'
const isList = ({ path }: Answer) => /\/liste\/|\/pieces\/identite\//.test(path)

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
export const bodies = (answers: readonly Answer[]): number => sum(answers.map(({ body }) => body))

/** Files of the build: all that is not a call. */
export const filesOf = (answers: readonly Answer[]): Answer[] => answers.filter(answer => !isCall(answer))
export const listsOf = (answers: readonly Answer[]): Answer[] =>
  answers.filter(answer => isCall(answer) && isList(answer))
