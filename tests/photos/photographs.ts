import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type DocumentType, maxUploadBytes } from '../../src/spec/documents.ts'
import { random } from '../random.ts'
import { insertSegments, phoneExif, segment } from './exif.ts'
import { height, scene, width } from './scene.ts'

// Raise it when a picture's making changes: what an earlier version left is then not used.
const version = 7
const folder = join(import.meta.dirname, '..', '.output', 'photos')

async function cached(name: string, make: () => Promise<Buffer>): Promise<string> {
  const file = join(folder, `v${version}-${name}`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  // Half a picture under its final name would be taken for a whole one by the next run.
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, await make())
  renameSync(partial, file)
  return file
}

const raw = { raw: { width, height, channels: 3 } } as const

const slug = (title: string) => title.toLowerCase().replace(/[^\p{L}]+/gu, '-')

// How far the sensor was turned, so that the page stands upright once EXIF's orientation is obeyed.
const turns: Readonly<Record<number, number>> = { 1: 0, 3: 180, 6: 270, 8: 90 }

/** A phone's 12-megapixel JPEG of a printed page, 2 to 5 MB, with EXIF orientation and place. Gives the file's path. */
export function photograph(seed: number, title = 'ATTESTATION', orientation = 1): Promise<string> {
  return cached(`photo-${slug(title)}-${seed}-${orientation}.jpg`, async () => {
    const pixels = await scene(seed, title)
    const jpeg = await sharp(pixels, raw)
      .rotate(turns[orientation] ?? 0)
      .jpeg({ quality: 86 })
      .toBuffer()
    return insertSegments(jpeg, phoneExif(orientation))
  })
}

/** A PNG of the same kind, small enough for the limit. */
export function pngPicture(seed: number, title = 'NINA'): Promise<string> {
  return cached(`picture-${slug(title)}-${seed}.png`, async () => {
    const pixels = await scene(seed, title)
    return sharp(pixels, raw).resize(400, 300).png().toBuffer()
  })
}

/** A valid JPEG of exactly `bytes` bytes, filled with comment segments that every decoder skips. */
export function exactJpeg(bytes: number): Promise<string> {
  return cached(`exact-${bytes}.jpg`, async () => {
    const small = await sharp(readFileSync(await photograph(11)))
      .resize(800, 600)
      .jpeg()
      .toBuffer()
    const segments: Buffer[] = []
    let missing = bytes - small.length
    while (missing > 0) {
      // A segment holds 4 to 65,537 bytes, head included; what remains must never be too short for one.
      const size = missing <= 65_537 ? missing : Math.min(65_537, missing - 4)
      segments.push(segment(0xfe, Buffer.alloc(size - 4, 0x20)))
      missing -= size
    }
    return insertSegments(small, ...segments)
  })
}

/** Section 9's limit to the byte: still accepted, and one byte above. */
export const atTheLimit = () => exactJpeg(maxUploadBytes)
export const aboveTheLimit = () => exactJpeg(maxUploadBytes + 1)

/** Called a photograph by its name only. */
export const notAnImage = () =>
  cached('texte.jpg', async () => Buffer.from('%PDF-1.4 ceci est un document\n'.repeat(40)))

/** One photograph for each document; held four ways, as real students do. */
export async function documentPhotos(): Promise<Record<DocumentType, string>> {
  return {
    actenaiss: await photograph(1, "EXTRAIT D'ACTE DE NAISSANCE"),
    carteid: await photograph(2, "CARTE D'IDENTITÉ", 6),
    simcard: await photograph(3, "FICHE D'IDENTIFICATION SIM", 3),
    attest: await photograph(4, 'ATTESTATION DU BACCALAURÉAT', 8),
    photobuste: await photograph(5, 'PHOTO'),
  }
}

const skin =
  '<radialGradient id="skin" cx=".4" cy=".35"><stop offset="0" stop-color="#a5785a"/><stop offset="1" stop-color="#5a3a28"/></radialGradient>'
const eye = (x: number) =>
  `<ellipse cx="${x}" cy="505" rx="34" ry="17" fill="#e8e0d8"/><circle cx="${x}" cy="505" r="15" fill="#241812"/><path d="M${x - 45} 462Q${x} 436 ${x + 45} 462" stroke="#181210" stroke-width="13" fill="none"/>`
const face = `<rect width="100%" height="100%" fill="#b8c4cc"/>${skin}<path d="M40 1200Q70 930 340 880L560 880Q830 930 860 1200Z" fill="#2c4f8a"/><path d="M365 700L350 900Q450 980 550 900L535 700Z" fill="#5a3a28"/><ellipse cx="248" cy="540" rx="26" ry="58" fill="#6b4a35"/><ellipse cx="652" cy="540" rx="26" ry="58" fill="#6b4a35"/><ellipse cx="450" cy="530" rx="200" ry="262" fill="url(#skin)"/><path d="M246 500Q240 240 450 236Q660 240 654 500Q640 380 560 350Q450 320 340 350Q260 380 246 500Z" fill="#181210"/>${eye(372)}${eye(528)}<path d="M440 520Q420 590 410 615Q450 645 490 615Q480 590 462 520" stroke="#4a2f20" stroke-width="7" fill="#7a553d"/><path d="M375 700Q420 676 450 688Q480 676 525 700Q450 760 375 700Z" fill="#7c4038"/><path d="M375 700Q450 712 525 700" stroke="#3a1a16" stroke-width="5" fill="none"/>`
const card =
  '<rect width="100%" height="100%" fill="#6b5138"/><rect x="110" y="130" width="980" height="620" rx="36" fill="#d9e6dc"/><rect x="130" y="154" width="940" height="74" fill="#2f7a46"/><rect x="150" y="270" width="245" height="322" fill="#b9b2a6"/><ellipse cx="272" cy="406" rx="59" ry="81" fill="#5d4232"/>'

/** A real JPEG of some ten kilobytes with which nothing is wrong, another for each title: where a photograph's size is not what is tried. */
export function smallPhoto(title: string): Promise<string> {
  return cached(`small-${slug(title)}.jpg`, async () => {
    const dice = random([...title].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
    const isCard = title.includes('carteid')
    // Pages that look alike are taken for one (src/documents/image/fingerprint.ts).
    const lengths = [
      ['actenaiss', 18],
      ['simcard', 8],
      ['photobuste', 0],
    ] as const
    const length = lengths.find(([document]) => title.includes(document))?.[1] ?? 13
    const [left, top, rows, size] = isCard ? [445, 300, 8, 34] : [70, 100, length, 32]
    const lines = Array.from({ length: rows }, (_, row) => {
      const words = `${Math.floor(dice() * 9e5)} COULIBALY Fatoumata${isCard ? '' : ' née à Ségou'}`
      return `<text x="${left}" y="${top + row * size * 1.45}" font-size="${size}">${words}</text>`
    })
    // A wall of one colour is the same bytes again and again, which lie in any file.
    const wall = () => `<circle cx="${dice() * 900}" cy="${dice() * 1200}" r="${dice() * 40}" fill="#b2bec8"/>`
    const portrait = face.replace('/>', `/>${Array.from({ length: 90 }, wall).join('')}`)
    const ground = isCard ? card : rows === 0 ? portrait : '<rect width="100%" height="100%" fill="#dcd8cc"/>'
    const [width, height] = isCard ? [1200, 900] : [900, 1200]
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Serif">${ground}${lines.join('')}<rect x="${Math.floor(dice() * 400)}" y="${height - 14}" width="60" height="6"/></svg>`
    return sharp(Buffer.from(svg)).resize(750, 1000, { fit: 'inside' }).jpeg({ quality: 35 }).toBuffer()
  })
}

/** Everything above, made once before the journeys. */
export async function preparePhotos(): Promise<void> {
  await documentPhotos()
  await Promise.all([pngPicture(21), atTheLimit(), aboveTheLimit(), notAnImage()])
}
