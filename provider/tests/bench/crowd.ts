import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import type { SampleStudent } from '../setup/visitor.ts'

/** Invented students of several years; those who come are of the newest. */
export type Invented = SampleStudent

const columns = 'matricule,nom,prenom,anneeBac,numPlace,serie,ae'

const shares: readonly [year: number, until: number][] = [
  [2026, 0.7],
  [2025, 0.85],
  [2020, 0.95],
  [2017, 1],
]

export function invent(index: number, of: number, prefix = 'CHARGE', firstPlace = 100_000): Invented {
  const [year] = shares.find(([, until]) => index < until * of) ?? [2026]
  return {
    matricule: `${prefix}${String(index).padStart(6, '0')}`,
    nom: 'DIARRA',
    prenom: 'Awa',
    anneeBac: String(year),
    numPlace: String(firstPlace + index),
    serie: 'TSE',
    ae: 'BKORD',
  }
}

export function listOf(count: number, prefix?: string, firstPlace?: number): string {
  const rows = Array.from({ length: count }, (_, index) => Object.values(invent(index, count, prefix, firstPlace)))
  return [columns, ...rows.map(row => row.join(','))].join('\n')
}

export const phoneOf = (index: number): string => String(70_000_000 + index)

/** Of each document a picture with the pixels and about the bytes that the portal prepares (src/documents/image/ceilings.ts). */
const sizes: Record<DocumentType, { width: number; height: number; bytes: number }> = {
  actenaiss: { width: 1131, height: 1600, bytes: 100_000 },
  carteid: { width: 1200, height: 760, bytes: 60_000 },
  simcard: { width: 1131, height: 1600, bytes: 100_000 },
  attest: { width: 1600, height: 1131, bytes: 100_000 },
  photobuste: { width: 675, height: 900, bytes: 42_000 },
}

/** The rest of each upload's JSON, compressed once: a gzip body may have several members (RFC 1952). */
export type Pictures = Record<DocumentType, { image: string; packedImage: Buffer }>

export async function takePictures(): Promise<Pictures> {
  const entries = await Promise.all(
    documentTypes.map(async type => {
      const image = (await picture(sizes[type])).toString('base64')
      return [type, { image, packedImage: gzipSync(`${image}"}`) }] as const
    }),
  )
  return Object.fromEntries(entries) as Pictures
}

async function picture({ width, height, bytes }: (typeof sizes)[DocumentType]): Promise<Buffer> {
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#ccc', noise: { type: 'gaussian', mean: 190, sigma: 22 } },
  })
    .blur(1)
    .png()
    .toBuffer()
  // Whatever the noise, its quality is what brings it to the size.
  for (let quality = 95; quality > 10; quality -= 5) {
    const jpeg = await sharp(noise).jpeg({ quality }).toBuffer()
    if (jpeg.length <= bytes) return jpeg
  }
  throw new Error('no quality makes the picture small enough')
}

export const uploadBody = ({ packedImage }: Pictures[DocumentType], matricule: string, type: DocumentType): Buffer =>
  Buffer.concat([gzipSync(`{"matricule":"${matricule}","type":"${type}","image":"`), packedImage])
