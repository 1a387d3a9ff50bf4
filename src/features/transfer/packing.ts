import * as v from 'valibot'
import type { Dossier } from '../../core/db/dossier.ts'
import { fromBase64, toBase64 } from '../../documents/image/base64.ts'
import { maxUploadBytes } from '../../spec/documents.ts'
import { asOnAnyDevice } from './merge.rule.ts'
import type { PackageItem, TransferPackage } from './schema.ts'
import { refuseForeign, words } from './schema.ts'

/**
 * A transfer package as bytes: the length of its JSON text, the text, then each image unchanged.
 * Unpacking restores each request body to the letter.
 */
export async function packed({
  dossier,
  items,
  files,
}: TransferPackage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  const said: unknown[] = []
  // One after the other: each request holds its image twice for a moment, and a cheap phone has
  // little memory.
  for (const { body, ...item } of items) {
    const image = body === undefined ? undefined : await imageIn(body)
    if (image) pieces.push(image.bytes)
    said.push({ ...item, body: image ? [image.before, image.bytes.byteLength, image.after] : body })
  }
  const chosen = files.map(({ bytes, ...file }) => {
    pieces.push(new Uint8Array(bytes))
    return { ...file, bytes: bytes.byteLength }
  })
  const text = new TextEncoder().encode(
    shortened({ dossier: asking(dossier, questionOf(dossier), ''), items: said, files: chosen }),
  )
  return together([bigEndian(text.byteLength), text, ...pieces])
}

export function bigEndian(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

export function together(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/**
 * The wizard's key of a lookup. It nearly always repeats the answers, so the QR code can leave it
 * out.
 */
const questionOf = ({ answers: { anneeBac, numPlace, serie, ae } }: Dossier) =>
  JSON.stringify({ anneeBac, numPlace, serie, ae })

const asking = (
  dossier: TransferPackage['dossier'],
  from: string,
  to: string,
): TransferPackage['dossier'] =>
  dossier.lookedUp === from ? { ...dossier, lookedUp: to } : dossier

const opening = '"image":"'

/** @returns undefined where the body could not be restored exactly: it then stays text */
async function imageIn(body: string) {
  const start = body.indexOf(opening) + opening.length
  const end = body.indexOf('"', start)
  const image = body.slice(start, end)
  if (start < opening.length) return undefined
  try {
    const bytes = fromBase64(image)
    if ((await toBase64(bytes)) === image)
      return { before: body.slice(0, start), bytes, after: body.slice(end) }
  } catch {
    // The text is not base64.
  }
  return undefined
}

/** Most bytes of the JSON text; answers and replies are a few thousand. */
const mostWords = 1024 * 1024

/** @throws an error of any type if any part differs from what this build makes */
export async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<TransferPackage> {
  let at = 0
  const next = (length: number, most: number) => {
    if (!(length >= 0 && length <= most) || at + length > bytes.byteLength)
      throw new RangeError('Not so many bytes.')
    at += length
    return bytes.slice(at - length, at)
  }
  const text = next(new DataView(next(4, 4).buffer).getUint32(0), mostWords)
  const { dossier, items, files } = v.parse(words, spelledOut(new TextDecoder().decode(text)))
  const opened: PackageItem[] = []
  for (const { body, ...item } of items) {
    const isApart = typeof body === 'object'
    const whole = isApart
      ? body[0] + (await toBase64(next(body[1], maxUploadBytes))) + body[2]
      : body
    const one = whole === undefined || item.state === 'accepted' ? item : { ...item, body: whole }
    refuseForeign(dossier, one)
    opened.push(one)
  }
  const chosen = files.map(({ bytes: length, ...file }) => ({
    ...file,
    bytes: next(length, maxUploadBytes).buffer,
  }))
  // Each id, request key and document only once; and no bytes after the last image.
  const names = [
    ...opened.flatMap(({ id, requestKey }) => [id, requestKey]),
    ...chosen.map(({ document }) => `file/${document}`),
  ]
  if (new Set(names).size < names.length || at < bytes.byteLength) throw new RangeError('Too much.')
  // Drops what belongs to the sending device alone.
  const own = asOnAnyDevice(dossier) as TransferPackage['dossier']
  return { dossier: asking(own, '', questionOf(dossier)), items: opened, files: chosen }
}

/**
 * Shortened JSON, since the answers become a QR code that a cheap camera must read. JSON never
 * contains raw control characters: each one replaces a frequent string, by its index. The order is
 * the format: append only. Pure.
 */
const names = [
  ...[
    'anneeBac',
    'numPlace',
    'serie',
    'ae',
    'matricule',
    'prenom',
    'nom',
    'numAttest',
    'phone',
    'nina',
    'tuteur',
  ],
  ...['dateNaiss', 'otp'],
]
const often = [
  '","kind":"enrolment","shape":1,"createdAt":',
  '","state":"accepted","bytes":0,"createdAt":',
  ',"savedAt":',
  ',"answers":{"',
  '"},"lookedUp":"',
  ',"transferred":{"at":',
  ',"items":[',
  '],"files":[]}',
  '{"id":"',
  '","requestKey":"',
  ',"settledAt":',
  '","attestation":"oui',
  '","confirmed":"oui',
  ...names.map(name => `","${name}":"`),
]

export const shortened = (value: unknown): string =>
  often.reduce(
    (text, words, at) => text.replaceAll(words, String.fromCharCode(at + 1)),
    JSON.stringify(value),
  )

/** @throws SyntaxError for text that is not JSON */
export const spelledOut = (text: string): unknown =>
  JSON.parse(
    often.reduceRight(
      (short, words, at) => short.replaceAll(String.fromCharCode(at + 1), words),
      text,
    ),
  )
