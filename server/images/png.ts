import { crc32 } from 'node:zlib'
import type { BarePicture, Load } from './bare-picture.ts'

/** In the order in which they have to come; the picture's own data may take several. */
const kept = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
/** Of 5 MB in pieces of a kilobyte, twice over. */
const mostChunks = 10_000
const palette = 3
const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])

/** How many values a pixel has once it is decoded, by the colour type: a palette unfolds to colours and opacity. */
const values: Readonly<Record<number, number>> = { 0: 1, 2: 3, [palette]: 4, 4: 2, 6: 4 }
/** How long it is where one grey or one colour is see-through. */
const transparency: Readonly<Record<number, number>> = { 0: 2, 2: 6 }

interface Header {
  colour: number
  load: Load
}

/**
 * The chunks that make the picture, without texts, profiles, further frames, nor what stands behind the end. Undefined
 * for what is no PNG to its end, by its order and check sums.
 */
export function barePng(bytes: Buffer): BarePicture | undefined {
  const parts = [bytes.subarray(0, 8)]
  let header: Header | undefined
  let colours = 0
  let last = -1
  let at = 8
  for (let count = 0; count < mostChunks && at + 12 <= bytes.length; count += 1) {
    const after = at + 12 + bytes.readUInt32BE(at)
    if (after > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    const place = kept.indexOf(type)
    if (place >= 0) {
      if (place < last || (place === last && type !== 'IDAT')) return undefined
      if (crc32(bytes.subarray(at + 4, after - 4)) !== bytes.readUInt32BE(after - 4)) return undefined
      const content = bytes.subarray(at + 8, after - 4)
      if (type === 'IHDR') header = readHeader(content)
      if (!header) return undefined
      if (type === 'IEND')
        return last === kept.indexOf('IDAT') ? { bytes: Buffer.concat([...parts, end]), load: header.load } : undefined
      if (type === 'PLTE') colours = content.length / 3
      if (type === 'PLTE' && !isPalette(colours)) return undefined
      if (isOfPicture(type, content, header.colour, colours)) parts.push(bytes.subarray(at, after))
      last = place
    }
    // A capital says that the picture can't be seen without it: it is one that nobody knows.
    else if (type < 'a') return undefined
    at = after
  }
  return undefined
}

const isPalette = (colours: number) => Number.isInteger(colours) && colours >= 1 && colours <= 256

/** Of what may be there, decoders pass over a palette that is only proposed, and an opacity of another length. */
function isOfPicture(type: string, { length }: Buffer, colour: number, colours: number): boolean {
  if (type === 'PLTE') return colour === palette
  if (type !== 'tRNS') return true
  return colour === palette ? length >= 1 && length <= colours : length === transparency[colour]
}

function readHeader(header: Buffer): Header | undefined {
  if (header.length !== 13) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colour = 0, , , interlaced = 0] = header.subarray(8)
  const count = values[colour]
  if (!count || width === 0 || height === 0) return undefined
  const unfolded = width * height * count * (depth > 8 ? 2 : 1)
  return { colour, load: { pixels: width * height, heldBytes: interlaced ? unfolded : 0, work: unfolded } }
}
