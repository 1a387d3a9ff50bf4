import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { insertSegments, phoneExif, segment } from './exif.ts'

export type Rgb = readonly [number, number, number]

/** Top left, top right, bottom left, bottom right: no turn or mirror leaves them as they are. */
export const quadrants: readonly [Rgb, Rgb, Rgb, Rgb] = [
  [200, 40, 40],
  [40, 160, 60],
  [50, 70, 200],
  [230, 200, 60],
]

export const colourAt = (x: number, y: number, width: number, height: number): Rgb => {
  const [a, b, c, d] = quadrants
  if (y < height / 2) return x < width / 2 ? a : b
  return x < width / 2 ? c : d
}

type Place = [number, number]

/** Where a stored pixel belongs in the upright picture of W × H, for each of EXIF's orientations. */
const uprightPlace: Record<number, (x: number, y: number, w: number, h: number) => Place> = {
  1: (x, y) => [x, y],
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, w) => [w - 1 - y, x],
  7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
  8: (x, y, _, h) => [y, h - 1 - x],
}

const xmp = segment(
  0xe1,
  Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:li>GPSLatitude 12.64</rdf:li></x:xmpmeta>', 'latin1'),
)

/** A phone's JPEG of the four colours, held as `orientation` says, with place, maker and XMP. Upright: width × height. */
export const heldPhone = async (orientation: number, width = 640, height = 480): Promise<Buffer> => {
  const place = uprightPlace[orientation]
  if (!place) throw new Error('EXIF knows 1 to 8')
  const [storedWidth, storedHeight] = orientation < 5 ? [width, height] : [height, width]
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < storedHeight; y += 1) {
    for (let x = 0; x < storedWidth; x += 1) {
      const [u, v] = place(x, y, width, height)
      pixels.set(colourAt(u, v, width, height), (y * storedWidth + x) * 3)
    }
  }
  const jpeg = await sharp(pixels, { raw: { width: storedWidth, height: storedHeight, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return insertSegments(jpeg, phoneExif(orientation), xmp, segment(0xfe, Buffer.from('taken at home')))
}

/** A printed page, as sharp as a screenshot. */
export const page = (width = 1200, height = 1600): Sharp => {
  const rows = Array.from({ length: 38 }, (_, row) => {
    const words = 'Nom et prénoms COULIBALY Fatoumata née à Ségou registre 118'
    return `<text x="90" y="${120 + row * 38}" font-size="26">${row + 10} ${words}</text>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1200 1600" font-family="DejaVu Serif, serif">
    <rect width="100%" height="100%" fill="#dcd8cc"/>${rows.join('')}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

/** The printed page on a dark table, moved by so many pixels of 1060 by 1400: the frame may cut it. */
export const lyingPage = async (left = 80, top = 100): Promise<Sharp> => {
  const table = { left: 300, top: 400, width: 1060, height: 1400 }
  const sheet = await page().resize(900, 1200).png().toBuffer()
  const wide = await sharp({ create: { width: 1700, height: 2300, channels: 3, background: '#5a4632' } })
    .composite([{ input: sheet, left: left + table.left, top: top + table.top }])
    .png()
    .toBuffer()
  return sharp(wide).extract(table)
}

/** A lamp's reflection on it: where its middle is, and how far it goes. */
export const reflection = { x: 500, y: 700, radius: 200, width: 1060, height: 1400 }

export const shiningPage = async (): Promise<Sharp> => {
  const { x, y, radius, width, height } = reflection
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><radialGradient id="light"><stop offset="0.7" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#light)"/></svg>`
  const sheet = await (await lyingPage()).linear(0.75, 0).png().toBuffer()
  return sharp(sheet).composite([{ input: Buffer.from(light) }])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

export const header = (width: number, height: number, depth = 8, colour = 2): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour], 8)
  return chunk('IHDR', data)
}

export const png = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([signature, ...chunks, chunk('IEND', Buffer.alloc(0))])

const flat = (width: number, height: number, rgb: Rgb): Buffer => {
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(rgb))])
  return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
}

/** Whole by its structure, checksums and all; its header promises more rows than there are. */
export const withFewerRows = (width: number, height: number, rows: number): Buffer =>
  png(header(width, height), chunk('IDAT', flat(width, rows, [200, 40, 40])))

/** One bit of its pixels has turned over on the way, and no checksum was made anew. */
export const withWrongSum = (picture: Buffer): Buffer => {
  const copy = Buffer.from(picture)
  const at = copy.indexOf('IDAT') + 4
  copy.writeUInt8(copy.readUInt8(at + 40) ^ 1, at + 40)
  return copy
}

const frame = (sequence: number, width: number, height: number): Buffer => {
  const data = Buffer.alloc(26)
  for (const [at, value] of [sequence, width, height].entries()) data.writeUInt32BE(value, at * 4)
  data.writeUInt16BE(1, 20)
  data.writeUInt16BE(10, 22)
  return chunk('fcTL', data)
}

/** Two frames: red, the one that is to be sent, then blue. */
export const animatedPng = (width: number, height: number): Buffer => {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2)
  const second = Buffer.concat([Buffer.from([0, 0, 0, 2]), flat(width, height, [0, 0, 255])])
  return png(
    header(width, height),
    chunk('acTL', control),
    frame(0, width, height),
    chunk('IDAT', flat(width, height, [255, 0, 0])),
    frame(1, width, height),
    chunk('fdAT', second),
  )
}

/** 400 megapixels of black in some 50 kB: a whole and valid PNG. */
export const pngBomb = (): Buffer =>
  png(header(20_000, 20_000, 1, 0), chunk('IDAT', deflateSync(Buffer.alloc(20_000 * 2501), { level: 9 })))

/** The same picture with other figures in its frame header. */
export const withJpegSize = (jpeg: Buffer, width: number, height: number): Buffer => {
  const copy = Buffer.from(jpeg)
  const at = copy.findIndex((byte, index) => byte === 0xff && (copy[index + 1] === 0xc0 || copy[index + 1] === 0xc2))
  copy.writeUInt16BE(height, at + 5)
  copy.writeUInt16BE(width, at + 7)
  return copy
}

/** Cut off, as by a full card or a copy that broke. */
export const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share))

const box = (brand: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`), Buffer.alloc(600)])

/** Files that a phone hands over under a photo's name. */
export const strangers = {
  heic: box('heic'),
  avif: box('avif'),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  webp: Buffer.concat([Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(40)]),
  bmp: Buffer.concat([Buffer.from('BM'), Buffer.alloc(80)]),
  pdf: Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
  svg: Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  html: Buffer.from('<!doctype html><html><body>Connectez-vous au Wi-Fi</body></html>'),
  text: Buffer.from('bonjour'),
} as const
