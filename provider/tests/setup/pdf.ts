import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'

/** The texts of a PDF, as they are drawn. */
export function drawnIn(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)].map(([, bytes = '']) => {
    try {
      return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return [...streams.join('\n').matchAll(/<([\dA-F]+)> Tj/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  )
}

/** What a camera reads from the one picture of a PDF: its QR code. */
export function codeIn(pdf: Buffer): string | undefined {
  const [, head = '', bytes = ''] =
    /(\/Subtype \/Image(?:(?!endobj)[\s\S])*?)stream\r?\n([\s\S]*?)\r?\nendstream/.exec(pdf.toString('latin1')) ?? []
  const side = (name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(head)?.[1])
  const [width, height] = [side('Width'), side('Height')]
  if (!width || !height) return undefined
  const samples = inflateSync(Buffer.from(bytes, 'latin1'))
  const channels = samples.length / width / height
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at += 1)
    for (let channel = 0; channel < 3; channel += 1)
      pixels[4 * at + channel] = samples[at * channels + Math.min(channel, channels - 1)] ?? 0
  return jsqr(pixels, width, height)?.data
}

/** Where a tap on its code leads. */
export const linkIn = (pdf: Buffer): string | undefined => /\/URI \(([^)]*)\)/.exec(pdf.toString('latin1'))?.[1]
