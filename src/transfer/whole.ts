import * as v from 'valibot'
import { fromBase64, toBase64 } from '../photos/base64.ts'
import { maxUploadBytes } from '../rules/documents.ts'
import type { Parcel, ParcelItem } from './parcel.ts'
import { joined, parted } from './pieces.ts'
import { isOurs, whole } from './schema.ts'

/** A whole parcel as words and bytes: a picture travels as bytes, and its request is put together again to the letter. */

export async function bytesOfWhole({ items, files, ...rest }: Parcel): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  const placed = (piece: Uint8Array) => pieces.push(piece) - 1
  const apart = async ({ body, ...item }: ParcelItem) => {
    const parts = body === undefined ? undefined : await partsOf(body)
    return { ...item, body: Array.isArray(parts) ? [parts[0], placed(parts[1]), parts[2]] : parts }
  }
  const words = {
    ...rest,
    items: [] as unknown[],
    files: files.map(({ bytes, ...about }) => ({ ...about, piece: placed(new Uint8Array(bytes)) })),
  }
  // One after the other: each has its picture twice for a moment, and a cheap phone has not much room.
  for (const item of items) words.items.push(await apart(item))
  return joined(words, pieces)
}

const before = '"image":"'

/** A body that is not exactly what would be put together again stays as it is. */
async function partsOf(body: string): Promise<string | [string, Uint8Array, string]> {
  const start = body.indexOf(before) + before.length
  const end = body.indexOf('"', start)
  if (start < before.length || end < 0) return body
  const image = body.slice(start, end)
  try {
    const bytes = fromBase64(image)
    return (await toBase64(bytes)) === image ? [body.slice(0, start), bytes, body.slice(end)] : body
  } catch {
    return body
  }
}

/** @throws whatever, where a single thing in it is not as this build makes it */
export async function wholeOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Parcel> {
  const { words, pieces } = parted(bytes)
  const { items, files, ...rest } = v.parse(whole, words)
  const pieceAt = (index: number) => {
    const piece = pieces[index]
    if (!piece || piece.byteLength > maxUploadBytes) throw new RangeError('No such piece.')
    return piece
  }
  const opened: ParcelItem[] = []
  for (const { body, ...item } of items) {
    const whole = typeof body === 'object' ? body[0] + (await toBase64(pieceAt(body[1]).slice())) + body[2] : body
    const next = whole === undefined ? item : { ...item, ...(await measured(whole)) }
    if (!isOurs(next)) throw new TypeError('No request of ours.')
    opened.push(next)
  }
  return {
    ...rest,
    items: opened,
    files: files.map(({ piece, ...about }) => ({ ...about, bytes: pieceAt(piece).slice().buffer })),
  }
}

/** What is said of a request is not believed where it can be asked of the request itself. */
async function measured(body: string): Promise<Pick<ParcelItem, 'body' | 'bytes' | 'digest'>> {
  const bytes = new TextEncoder().encode(body)
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const digest = Array.from(sum, byte => byte.toString(16).padStart(2, '0')).join('')
  return { body, bytes: bytes.byteLength, digest }
}
