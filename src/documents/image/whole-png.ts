import { pngChunks } from './png.ts'

/** Of each colour type, the samples in a pixel. */
const samples = [1, 0, 3, 1, 2, 0, 4]

/**
 * Browsers draw a PNG whose last rows are missing, as far as it goes: its pixels are counted as they come, and none is
 * kept. Each row has a byte before it that names its filter; interlaced, there are never fewer bytes. Taken for whole
 * where this browser can't inflate.
 */
export async function isWholePng(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (typeof DecompressionStream === 'undefined') return true
  const header = new DataView(bytes.buffer, bytes.byteOffset + 16)
  const bits = header.getUint8(8) * (samples[header.getUint8(9)] ?? 0)
  let missing = header.getUint32(4) * (1 + Math.ceil((header.getUint32(0) * bits) / 8))
  const data = pngChunks(bytes).filter(({ type }) => type === 'IDAT')
  const count = new WritableStream<Uint8Array>({
    write: ({ length }) => {
      missing -= length
    },
  })
  await new Blob(data.map(({ start, end }) => bytes.subarray(start + 8, end - 4)))
    .stream()
    .pipeThrough(new DecompressionStream('deflate'))
    .pipeTo(count)
    // It ended too early, which the count tells, or too late, and what follows the last row belongs to none.
    .catch(() => undefined)
  return missing <= 0
}
