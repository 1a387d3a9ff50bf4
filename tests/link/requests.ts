/** What the link must know of HTTP/1.1 to cut a connection at a chosen place: where a request's body begins and ends. */

export interface Request {
  method: string
  path: string
  /** Bytes of its body, as announced. */
  length: number
  /** Where its body stands in an upload that comes in parts. */
  offset?: number
}

export interface Piece {
  bytes: Buffer
  request: Request
  /** Bytes of the body that have come, with this piece. */
  arrived: number
}

export const isWhole = ({ request, arrived }: Piece): boolean => arrived >= request.length

const headEnd = Buffer.from('\r\n\r\n')

/** One connection's requests, in order. Browsers announce every body's length. */
export class RequestReader {
  #head = Buffer.alloc(0)
  #request: Request | undefined
  #arrived = 0

  feed(chunk: Buffer): Piece[] {
    const pieces: Piece[] = []
    let rest = chunk
    while (rest.length > 0) rest = this.#request ? this.#body(rest, this.#request, pieces) : this.#begin(rest, pieces)
    return pieces
  }

  #begin(chunk: Buffer, pieces: Piece[]): Buffer {
    const soFar = Buffer.concat([this.#head, chunk])
    const end = soFar.indexOf(headEnd)
    if (end < 0) {
      this.#head = soFar
      return Buffer.alloc(0)
    }
    const head = soFar.subarray(0, end + headEnd.length)
    this.#head = Buffer.alloc(0)
    this.#arrived = 0
    const request = readHead(head.toString('latin1'))
    pieces.push({ bytes: head, request, arrived: 0 })
    this.#request = request.length > 0 ? request : undefined
    return soFar.subarray(head.length)
  }

  #body(chunk: Buffer, request: Request, pieces: Piece[]): Buffer {
    const bytes = chunk.subarray(0, request.length - this.#arrived)
    this.#arrived += bytes.length
    pieces.push({ bytes, request, arrived: this.#arrived })
    if (this.#arrived >= request.length) this.#request = undefined
    return chunk.subarray(bytes.length)
  }
}

function readHead(head: string): Request {
  const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(head) ?? []
  const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0)
  const offset = /^upload-offset:\s*(\d+)/im.exec(head)?.[1]
  return { method, path, length, ...(offset === undefined ? {} : { offset: Number(offset) }) }
}
