import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { bodyBytes } from '../limits.ts'

const inflate = promisify(gunzip)

export type BodyProblem = 'tooLarge' | 'encoding' | 'mediaType' | 'notJson' | 'busy' | 'cut'
export type Body = { value: unknown } | { problem: BodyProblem }

let held = 0

/**
 * The JSON of a request. The body is read to its end even when it will be refused: an answer sent while a phone is
 * still sending is lost with the connection, and the phone would try the same again.
 */
export async function readBody(request: Request, most: number): Promise<Body> {
  let size = 0
  let kept = 0
  let problem: BodyProblem | undefined
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > bodyBytes.drained) return { problem: 'tooLarge' }
      if (size > most) problem ??= 'tooLarge'
      else if (held + chunk.byteLength > bodyBytes.together) problem ??= 'busy'
      if (problem) continue
      held += chunk.byteLength
      kept += chunk.byteLength
      chunks.push(chunk)
    }
    if (problem) return { problem }
    return await parse(request, Buffer.concat(chunks), most)
  } catch {
    return { problem: 'cut' }
  } finally {
    held -= kept
  }
}

async function parse(request: Request, bytes: Buffer, most: number): Promise<Body> {
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').split(';')
  // Only a page of this origin can send JSON without a preflight: a foreign form cannot.
  if (mediaType.trim().toLowerCase() !== 'application/json') return { problem: 'mediaType' }
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding !== 'identity' && encoding !== 'gzip') return { problem: 'encoding' }
  let plain = bytes
  if (encoding === 'gzip') {
    try {
      plain = await inflate(bytes, { maxOutputLength: most })
    } catch (error) {
      const large = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      return { problem: large ? 'tooLarge' : 'notJson' }
    }
  }
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)) }
  } catch {
    return { problem: 'notJson' }
  }
}
