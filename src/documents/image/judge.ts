import { maxUploadBytes } from '../../spec/documents.ts'
import { readJpeg } from './jpeg.ts'
import type { PhotoFacts, PhotoRefusal } from './photo.ts'
import { readPng } from './png.ts'

export type Judgement = ({ ok: true } & PhotoFacts) | { ok: false; reason: PhotoRefusal }

/**
 * Pixels that a header may announce. The largest "50 megapixel" phone frames are 8192 × 6144, and
 * decoded they take 200 MB: beyond that a cheap phone loses the tab, and with it the form.
 */
export const maxPixels = 8192 * 6144

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))
const startsWith = (bytes: Uint8Array, ...head: number[]) =>
  head.every((byte, at) => bytes[at] === byte)

const heifBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'heif'])

/** Names another file type by its first bytes: a name or a MIME type proves nothing on a phone. */
function nameOther(bytes: Uint8Array): PhotoRefusal {
  const head = ascii(bytes, 0, 16)
  if (head.startsWith('GIF8')) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (head.slice(4, 8) === 'ftyp') return heifBrands.has(head.slice(8, 12)) ? 'heic' : 'otherFormat'
  if (ascii(bytes, 0, 1024).includes('%PDF-')) return 'pdf'
  if (head.startsWith('BM') || head.startsWith('II*\0') || head.startsWith('MM\0*'))
    return 'otherFormat'
  if (startsWith(bytes, 0xff, 0x0a) || head.slice(4, 8) === 'JXL ') return 'otherFormat'
  if (/<svg[\s>]/i.test(ascii(bytes, 0, 4096))) return 'svg'
  return 'notAPicture'
}

function readKnown(bytes: Uint8Array): PhotoFacts | 'truncated' | 'zeroSized' | 'unknown' {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return readJpeg(bytes)
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return readPng(bytes)
  return 'unknown'
}

/** Judges a chosen file by its content, without decoding a pixel. */
export function judgePhoto(bytes: Uint8Array): Judgement {
  if (bytes.length === 0) return { ok: false, reason: 'empty' }
  if (bytes.length > maxUploadBytes) return { ok: false, reason: 'tooLarge' }
  const read = readKnown(bytes)
  if (read === 'unknown') return { ok: false, reason: nameOther(bytes) }
  if (typeof read === 'string') return { ok: false, reason: read }
  if (read.width === 0 || read.height === 0) return { ok: false, reason: 'zeroSized' }
  if (read.width * read.height > maxPixels) return { ok: false, reason: 'bomb' }
  return { ok: true, ...read }
}
