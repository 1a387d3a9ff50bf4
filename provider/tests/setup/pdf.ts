import { inflateSync } from 'node:zlib'

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
