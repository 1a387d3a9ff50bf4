import sharp from 'sharp'
import { random } from '../random.ts'

/** A camera's raw picture of a printed page, drawn from a seed: the same seed always gives the same pixels. */

export const width = 4000
export const height = 3000

const pageWidth = 1500
const pageHeight = 1060

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** The printed page, flat and grey. */
function printed(title: string, dice: () => number): Promise<Buffer> {
  const syllables = ['ba', 'ma', 'ko', 'sé', 'gou', 'ka', 'yes', 'mop', 'ti', 'si', 'kas', 'so', 'dio', 'ïla']
  const word = () => Array.from({ length: 2 + Math.floor(dice() * 3) }, () => pickFrom(syllables, dice)).join('')
  const lines = Array.from({ length: 19 }, (_, row) => {
    const text = Array.from({ length: 9 }, word).join(' ')
    return `<text x="90" y="${300 + row * 38}" font-size="27">${escaped(text)} ${Math.floor(dice() * 1e5)}</text>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${pageHeight}" font-family="DejaVu Sans, sans-serif">
    <rect width="100%" height="100%" fill="#fff"/>
    <rect x="45" y="45" width="${pageWidth - 90}" height="${pageHeight - 90}" fill="none" stroke="#000" stroke-width="4"/>
    <text x="90" y="130" font-size="46" font-weight="bold">RÉPUBLIQUE DU MALI</text>
    <text x="90" y="205" font-size="40">${escaped(title)}</text>
    <circle cx="${pageWidth - 220}" cy="170" r="90" fill="none" stroke="#333" stroke-width="8"/>
    ${lines.join('\n')}</svg>`
  return sharp(Buffer.from(svg)).greyscale().raw().toBuffer()
}

function pickFrom<T>(items: readonly T[], dice: () => number): T {
  const item = items[Math.floor(dice() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** Sums of uniform noise, near enough to a sensor's and much faster than a logarithm a pixel. */
function noiseTable(dice: () => number, strength: number): Float32Array {
  return Float32Array.from({ length: 1 << 20 }, () => (dice() + dice() + dice() - 1.5) * strength)
}

/** The page lies askew on an ochre ground, lit from one side, seen through a noisy sensor. */
export async function scene(seed: number, title: string): Promise<Uint8ClampedArray> {
  const dice = random(seed)
  const page = await printed(title, dice)
  const noise = noiseTable(dice, 16 + dice() * 12)
  const pixels = new Uint8ClampedArray(width * height * 3)
  const tilt = (dice() - 0.5) * 0.3
  const depth = 0.12 + dice() * 0.16
  const light = 0.75 + dice() * 0.2
  let grain = 0
  let at = 0
  for (let y = 0; y < height; y++) {
    // The farther edge of the page is shorter: one division a row is all the perspective that a photograph needs.
    const scale = 1 + depth * (1 - y / height)
    for (let x = 0; x < width; x++) {
      const u = (((x - width / 2) * scale - tilt * (y - height / 2)) / 3200 + 0.5) * pageWidth
      const v = ((y - 260 + tilt * 0.3 * (x - width / 2)) / 2480) * pageHeight
      const onPage = u >= 0 && u < pageWidth && v >= 0 && v < pageHeight
      const paper = onPage ? (page[(v | 0) * pageWidth + (u | 0)] ?? 0) : 0
      const shade = light + (0.25 * x) / width
      grain = (grain + 1 + ((x * y) & 3)) & 0xfffff
      const speckle = noise[grain] ?? 0
      pixels[at++] = (onPage ? 25 + paper * 0.78 : 150) * shade + speckle
      pixels[at++] = (onPage ? 24 + paper * 0.76 : 112) * shade + speckle * 0.8
      pixels[at++] = (onPage ? 26 + paper * 0.7 : 78) * shade + speckle * 1.1
    }
  }
  return pixels
}
