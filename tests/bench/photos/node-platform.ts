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

type Span = { from: number; shares: number[] }

/** Which source pixels make each target pixel: the area that it covers, or its neighbours where it is enlarged. */
const spansOf = (source: number, target: number): Span[] =>
  Array.from({ length: target }, (_, at) => {
    const step = source / target
    const middle = (at + 0.5) * step
    const half = Math.max(step, 1) / 2
    const low = Math.max(0, middle - half)
    const high = Math.min(source, middle + half)
    const from = Math.floor(low)
    const shares = Array.from({ length: Math.ceil(high) - from }, (_, i) => {
      const covered = Math.min(high, from + i + 1) - Math.max(low, from + i)
      return covered / (high - low)
    })
    return { from, shares }
  })

/** The whole picture at another size, each pixel the mean of what it covers. */
const resized = (image: Pixels, width: number, height: number): Pixels => {
  if (image.width === width && image.height === height) return image
  const across = spansOf(image.width, width)
  const row = new Float32Array(width * 4)
  const narrow = new Float32Array(width * 4)
  const out = blank(width, height)
  spansOf(image.height, height).forEach((down, y) => {
    row.fill(0)
    down.shares.forEach((share, i) => {
      narrow.fill(0)
      const start = (down.from + i) * image.width * 4
      across.forEach(({ from, shares }, x) => {
        for (let j = 0; j < shares.length; j += 1) {
          const at = start + (from + j) * 4
          const weight = shares[j] ?? 0
          for (let channel = 0; channel < 4; channel += 1)
            narrow[x * 4 + channel] = (narrow[x * 4 + channel] ?? 0) + weight * (image.data[at + channel] ?? 0)
        }
      })
      for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) + share * (narrow[at] ?? 0)
    })
    out.data.set(row, y * width * 4)
  })
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
      const [r, g, b] = colourOf(fill.style)
      for (let y = top; y < Math.min(top + height, sheet.height); y += 1)
        for (let x = left; x < Math.min(left + width, sheet.width); x += 1)
          sheet.data.set([r, g, b, 255], (y * sheet.width + x) * 4)
    },
    drawImage: (image: unknown, left: number, top: number, width?: number, height?: number) => {
      const source = image as Pixels
      const { data, width: wide, height: tall } = resized(source, width ?? source.width, height ?? source.height)
      if (left !== 0 || top !== 0) throw new Error('only whole pictures are drawn here')
      for (let y = 0; y < Math.min(tall, sheet.height); y += 1)
        sheet.data.set(data.subarray(y * wide * 4, (y * wide + Math.min(wide, sheet.width)) * 4), y * sheet.width * 4)
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
