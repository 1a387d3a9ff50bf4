import sharp from 'sharp'
import { fitInside } from '../../../src/documents/image/geometry.ts'
import type { Pen, Picture, Platform, Sheet } from '../../../src/documents/image/platform.ts'

/** RGBA in memory: what stands for a canvas where no browser is. */
type Pixels = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

const blank = (width: number, height: number): Pixels => ({
  width,
  height,
  data: new Uint8ClampedArray(width * height * 4),
})

/** Which source pixels make each target pixel, and how much of it: the area that it covers. */
const spansOf = (source: number, target: number, first: number, count: number) => {
  const step = source / target
  const most = Math.ceil(Math.max(step, 1)) + 1
  const from = new Int32Array(count)
  const shares = new Float64Array(count * most)
  for (let at = 0; at < count; at += 1) {
    const middle = (first + at + 0.5) * step
    const low = Math.max(0, middle - Math.max(step, 1) / 2)
    const high = Math.min(source, middle + Math.max(step, 1) / 2)
    const start = Math.floor(low)
    from[at] = start
    for (let i = 0; i < most && start + i < high; i += 1)
      shares[at * most + i] = (Math.min(high, start + i + 1) - Math.max(low, start + i)) / (high - low)
  }
  return { most, from, shares }
}

/** One row of the source added to a row of the target, `weight` times. */
const addRow = (row: Float64Array, image: Pixels, y: number, weight: number) => {
  const { data } = image
  const first = y * row.length
  for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) + weight * (data[first + at] ?? 0)
}

/** A row of the source becomes a row of the target. */
const drawRow = (target: Uint8ClampedArray, first: number, row: Float64Array, across: ReturnType<typeof spansOf>) => {
  const { most, from, shares } = across
  for (let x = 0; x < from.length; x += 1) {
    let red = 0
    let green = 0
    let blue = 0
    let source = (from[x] ?? 0) * 4
    for (let i = x * most; i < (x + 1) * most; i += 1) {
      const share = shares[i] ?? 0
      if (share === 0) break
      red += share * (row[source] ?? 0)
      green += share * (row[source + 1] ?? 0)
      blue += share * (row[source + 2] ?? 0)
      source += 4
    }
    const at = first + x * 4
    target[at] = red
    target[at + 1] = green
    target[at + 2] = blue
    target[at + 3] = 255
  }
}

/** What is shown of a picture that is drawn at another size, each pixel the mean of what it covers. */
const resized = (
  image: Pixels,
  wide: number,
  tall: number,
  shown: { left: number; top: number; width: number; height: number },
): Pixels => {
  if (image.width === wide && image.height === tall && shown.left === 0 && shown.top === 0) {
    if (wide <= shown.width && tall <= shown.height) return image
  }
  const width = Math.min(shown.width, Math.ceil(wide - shown.left))
  const height = Math.min(shown.height, Math.ceil(tall - shown.top))
  const across = spansOf(image.width, wide, shown.left, width)
  const { most, from, shares } = spansOf(image.height, tall, shown.top, height)
  const row = new Float64Array(image.width * 4)
  const out = blank(width, height)
  for (let y = 0; y < height; y += 1) {
    row.fill(0)
    for (let i = 0; i < most; i += 1) {
      const weight = shares[y * most + i] ?? 0
      if (weight > 0) addRow(row, image, (from[y] ?? 0) + i, weight)
    }
    drawRow(out.data, y * width * 4, row, across)
  }
  return out
}

const colourOf = (style: string): [number, number, number] => {
  if (style === '#fff') return [255, 255, 255]
  const [r = 0, g = 0, b = 0] = style.match(/\d+/g)?.map(Number) ?? []
  return [r, g, b]
}

/** Draws as the pipeline does before any crop: whole pictures, scaled, never turned. */
const penOn = (sheet: Pixels): Pen => {
  const fill = { style: '#000' }
  return {
    get fillStyle() {
      return fill.style
    },
    set fillStyle(style: string) {
      fill.style = style
    },
    imageSmoothingQuality: 'high',
    fillRect: (left: number, top: number, width: number, height: number) => {
      const pixels = new Uint32Array(sheet.data.buffer)
      const [colour = 0] = new Uint32Array(new Uint8Array([...colourOf(fill.style), 255]).buffer)
      for (let y = top; y < Math.min(top + height, sheet.height); y += 1)
        pixels.fill(colour, y * sheet.width + left, y * sheet.width + Math.min(left + width, sheet.width))
    },
    drawImage: (image: unknown, left: number, top: number, width?: number, height?: number) => {
      const source = image as Pixels
      const [wide, tall] = [width ?? source.width, height ?? source.height]
      // Of a picture that is drawn shifted, only what the sheet shows is made.
      const drawn = resized(source, wide, tall, { left: -left, top: -top, width: sheet.width, height: sheet.height })
      for (let y = 0; y < drawn.height; y += 1)
        sheet.data.set(drawn.data.subarray(y * drawn.width * 4, (y + 1) * drawn.width * 4), y * sheet.width * 4)
    },
    getImageData: (left: number, top: number, width: number, height: number) => {
      const part = blank(width, height)
      for (let y = 0; y < height; y += 1) {
        const at = ((top + y) * sheet.width + left) * 4
        part.data.set(sheet.data.subarray(at, at + width * 4), y * width * 4)
      }
      return { ...part, colorSpace: 'srgb' } as ImageData
    },
    putImageData: (data: ImageData) => sheet.data.set(data.data),
    setTransform: () => {
      throw new Error('no crop and no turn is drawn here')
    },
  } as Pen
}

const sheet: Platform['sheet'] = ({ width, height }): Sheet => {
  const pixels = blank(width, height)
  return {
    width,
    height,
    pen: penOn(pixels),
    image: pixels as unknown as CanvasImageSource,
    encode: async (type, quality) => {
      const drawn = sharp(pixels.data, { raw: { width, height, channels: 4 } }).removeAlpha()
      const file = type === 'image/png' ? drawn.png() : drawn.jpeg({ quality: Math.round(quality * 100) })
      return new Blob([new Uint8Array(await file.toBuffer())], { type })
    },
    release: () => undefined,
  }
}

const decode: Platform['decode'] = async (blob, reduced): Promise<Picture> => {
  const upright = sharp(Buffer.from(await blob.arrayBuffer())).autoOrient()
  const { autoOrient } = await upright.metadata()
  const size = fitInside(autoOrient, (Math.max(autoOrient.width, autoOrient.height) * (reduced?.eighths ?? 8)) / 8)
  const drawn = (reduced?.eighths ?? 8) < 8 ? upright.resize(size.width, size.height, { fit: 'fill' }) : upright
  const { data, info } = await drawn
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
  return {
    width: info.width,
    height: info.height,
    image: pixels as unknown as CanvasImageSource,
    release: () => undefined,
  }
}

/** The portal's picture tools made of sharp: for thousands of pictures, with no browser. */
export const nodePlatform: Platform = { decode, sheet }
