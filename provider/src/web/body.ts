import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type HeldBody, heldBodies, type Sender } from '../limits/held-bodies.ts'
import { bodyBytes, jsonPieces } from '../limits/limits.ts'

const inflate = promisify(gunzip)
/** Usually a whole photograph: each further piece costs another round through the thread pool. */
const inflatedAtOnce = 256 * 1024

/** Node's own request: wrapped as a web stream, the body of a photograph costs twice as much. */
export interface Sent extends AsyncIterable<Uint8Array> {
  headers: IncomingHttpHeaders
}

type Described = Pick<IncomingHttpHeaders, 'content-type' | 'content-encoding'>

export type BodyProblem = 'tooLarge' | 'encoding' | 'mediaType' | 'notJson' | 'busy' | 'cut'
export type Body = { value: unknown } | { problem: BodyProblem }

/**
 * The body counts until its answer is sent: a photograph that waits for decoding is still in
 * memory.
 */
export async function withBody<Result>(
  request: Sent,
  most: number,
  sender: Sender,
  answer: (body: Body) => Promise<Result>,
): Promise<Result> {
  const held = heldBodies.open(sender)
  try {
    const body = await readBody(request, most, held)
    held.isWhole = true
    return await answer(body)
  } finally {
    heldBodies.close(held)
  }
}

/**
 * Reads the JSON of a request, to its end even when it will be refused: an answer sent while a
 * phone is still sending is lost with the connection, and the phone would try the same again.
 */
async function readBody(request: Sent, most: number, held: HeldBody): Promise<Body> {
  let size = 0
  let problem: BodyProblem | undefined
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of request) {
      size += chunk.byteLength
      if (size > bodyBytes.drained) return { problem: 'tooLarge' }
      if (size > most) problem ??= 'tooLarge'
      else if (!problem && !held.take(chunk.byteLength)) problem = 'busy'
      if (!problem) {
        chunks.push(chunk)
      } else if (chunks.length > 0) {
        chunks.length = 0
        held.giveBack()
      }
    }
    if (problem) return { problem }
    return await parseBody(request.headers, Buffer.concat(chunks), most, held)
  } catch {
    return { problem: 'cut' }
  }
}

/** What the header fields say of a body that no call reads. */
export function unreadable(headers: Described): 'mediaType' | 'encoding' | undefined {
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';')
  // Only a page of this origin can send JSON without a preflight; a form of another origin cannot.
  if (mediaType.trim().toLowerCase() !== 'application/json') return 'mediaType'
  const encoding = encodingOf(headers)
  return encoding === 'identity' || encoding === 'gzip' ? undefined : 'encoding'
}

const encodingOf = (headers: Described) =>
  (headers['content-encoding'] ?? 'identity').trim().toLowerCase()

/** The JSON in these bytes, whichever way they came. */
export async function parseBody(
  headers: Described,
  bytes: Buffer,
  most: number,
  held: HeldBody,
): Promise<Body> {
  const problem = unreadable(headers)
  if (problem) return { problem }
  const encoding = encodingOf(headers)
  let unzipped = bytes
  if (encoding === 'gzip') {
    try {
      unzipped = await inflate(bytes, {
        maxOutputLength: most,
        chunkSize: Math.min(most, inflatedAtOnce),
      })
    } catch (error) {
      const large =
        error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      return { problem: large ? 'tooLarge' : 'notJson' }
    }
    if (!held.take(unzipped.length)) return { problem: 'busy' }
  }
  if (hasTooManyPieces(unzipped)) return { problem: 'notJson' }
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(unzipped)) }
  } catch {
    return { problem: 'notJson' }
  }
}

const pieceSigns = ['[', '{', ','].map(sign => sign.charCodeAt(0))

/** Base64 contains none of these characters, so a photograph is skipped at the speed of memory. */
function hasTooManyPieces(bytes: Buffer): boolean {
  let pieces = 0
  for (const sign of pieceSigns) {
    for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) {
      pieces += 1
      if (pieces > jsonPieces) return true
    }
  }
  return false
}
