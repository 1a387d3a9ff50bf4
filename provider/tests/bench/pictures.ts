import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { decodesToItsEnd } from '../../src/images/decoding.ts'
import type { Figure } from './figures.ts'

/**
 * Of each document a picture with the pixels and about the bytes that the portal prepares
 * (src/documents/image/ceilings.ts).
 */
const sizes: Record<DocumentType, { width: number; height: number; bytes: number }> = {
  actenaiss: { width: 1131, height: 1600, bytes: 100_000 },
  carteid: { width: 1200, height: 760, bytes: 60_000 },
  simcard: { width: 1131, height: 1600, bytes: 100_000 },
  attest: { width: 1600, height: 1131, bytes: 100_000 },
  photobuste: { width: 675, height: 900, bytes: 42_000 },
}

/**
 * The rest of each upload's JSON, compressed once: a gzip body may have several members (RFC 1952).
 */
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

/**
 * What nobody can spare, in this process and at this moment: on a busy machine the same work costs
 * twice the processor.
 */
export async function yardstick(pictures: Pictures): Promise<Figure> {
  const rounds = 20
  const look = async () => {
    for (const type of documentTypes) await decodesToItsEnd(Buffer.from(pictures[type].image, 'base64'))
  }
  await look()
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) await look()
  const { user, system } = process.cpuUsage(before)
  const value = (user + system) / 1000 / rounds
  return { name: 'yardstick: CPU of decoding the five photographs, alone', unit: 'ms', value }
}
