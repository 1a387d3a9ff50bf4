import * as v from 'valibot'
import type { Dossier } from '../../core/db/dossier.ts'
import { fromBase64, toBase64 } from '../../documents/image/base64.ts'
import { maxUploadBytes } from '../../spec/documents.ts'
import { itself } from './merge.rule.ts'
import type { PackageItem, TransferPackage } from './package.ts'
import { refuseForeign, words } from './schema.ts'

/**
 * A parcel as bytes: how long its words are, its words, and then each picture as it is. A request is put together again
 * to the letter.
 */
export async function packed({ dossier, items, files }: TransferPackage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  const said: unknown[] = []
  // One after the other: each has its picture twice for a moment, and a cheap phone has not much room.
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

/** What the wizard knows a lookup by. Nearly always it repeats the answers, and need not be drawn twice. */
const questionOf = ({ answers: { anneeBac, numPlace, serie, ae } }: Dossier) =>
  JSON.stringify({ anneeBac, numPlace, serie, ae })

const asking = (dossier: TransferPackage['dossier'], from: string, to: string): TransferPackage['dossier'] =>
  dossier.lookedUp === from ? { ...dossier, lookedUp: to } : dossier

const opening = '"image":"'

/** @returns undefined where a body would not be put together as it was: it stays in words */
async function imageIn(body: string) {
  const start = body.indexOf(opening) + opening.length
  const end = body.indexOf('"', start)
  const image = body.slice(start, end)
  if (start < opening.length) return undefined
  try {
    const bytes = fromBase64(image)
    if ((await toBase64(bytes)) === image) return { before: body.slice(0, start), bytes, after: body.slice(end) }
  } catch {
    // It is no base64.
  }
  return undefined
}

/** In bytes; answers and replies are a few thousand. */
const mostWords = 1024 * 1024

/** @throws whatever, where a single thing in it is not as this build makes it */
export async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<TransferPackage> {
  let at = 0
  const next = (length: number, most: number) => {
    if (!(length >= 0 && length <= most) || at + length > bytes.byteLength) throw new RangeError('Not so many bytes.')
    at += length
    return bytes.slice(at - length, at)
  }
  const text = next(new DataView(next(4, 4).buffer).getUint32(0), mostWords)
  const { dossier, items, files } = v.parse(words, spelledOut(new TextDecoder().decode(text)))
  const opened: PackageItem[] = []
  for (const { body, ...item } of items) {
    const isApart = typeof body === 'object'
    const whole = isApart ? body[0] + (await toBase64(next(body[1], maxUploadBytes))) + body[2] : body
    const one = whole === undefined || item.state === 'accepted' ? item : { ...item, body: whole }
    refuseForeign(dossier, one)
    opened.push(one)
  }
  const chosen = files.map(({ bytes: length, ...file }) => ({ ...file, bytes: next(length, maxUploadBytes).buffer }))
  // One of each slot, of each id and of each document; and nothing behind them.
  const names = [
    ...opened.flatMap(({ id, slot: requestKey }) => [id, requestKey]),
    ...chosen.map(({ document }) => `file/${document}`),
  ]
  if (new Set(names).size < names.length || at < bytes.byteLength) throw new RangeError('Too much.')
  // What is known of it on the device that it left is that device's.
  const own = itself(dossier) as TransferPackage['dossier']
  return { dossier: asking(own, '', questionOf(dossier)), items: opened, files: chosen }
}

/**
 * JSON in few letters, since answers are drawn as a QR code that a cheap camera must read. JSON has no bare control
 * characters: each stands for some of its words here, by their place, which is the format. New ones come at the end. Pure.
 */
const names = [
  ...['anneeBac', 'numPlace', 'serie', 'ae', 'matricule', 'prenom', 'nom', 'numAttest', 'phone', 'nina', 'tuteur'],
  ...['dateNaiss', 'otp'],
]
const often = [
  '","kind":"enrolment","shape":1,"createdAt":',
  '","state":"accepted","bytes":0,"createdAt":',
  ',"savedAt":',
  ',"answers":{"',
  '"},"lookedUp":"',
  ',"handed":{"at":',
  ',"items":[',
  '],"files":[]}',
  '{"id":"',
  '","slot":"',
  ',"settledAt":',
  '","attestation":"oui',
  '","confirmed":"oui',
  ...names.map(name => `","${name}":"`),
]

export const shortened = (value: unknown): string =>
  often.reduce((text, words, at) => text.replaceAll(words, String.fromCharCode(at + 1)), JSON.stringify(value))

/** @throws SyntaxError for what is no JSON */
export const spelledOut = (text: string): unknown =>
  JSON.parse(often.reduceRight((short, words, at) => short.replaceAll(String.fromCharCode(at + 1), words), text))
