/** A phone's EXIF block, written by hand: sharp always resets Orientation, and the portal must turn and strip a real one. */

type Value = { tag: number; type: 2 | 3 | 4 | 5; count: number; bytes: Buffer }

const ascii = (tag: number, text: string): Value => {
  const bytes = Buffer.from(`${text}\0`, 'latin1')
  return { tag, type: 2, count: bytes.length, bytes }
}

const short = (tag: number, number: number): Value => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(number)
  return { tag, type: 3, count: 1, bytes }
}

const long = (tag: number, number: number): Value => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return { tag, type: 4, count: 1, bytes }
}

const degrees = (tag: number, ...parts: readonly number[]): Value => {
  const bytes = Buffer.alloc(parts.length * 8)
  for (const [index, part] of parts.entries()) {
    bytes.writeUInt32LE(Math.round(part * 100), index * 8)
    bytes.writeUInt32LE(100, index * 8 + 4)
  }
  return { tag, type: 5, count: parts.length, bytes }
}

/** One directory of tags, placed at `offset`; values longer than four bytes follow it. */
function directory(values: readonly Value[], offset: number): Buffer {
  const table = Buffer.alloc(2 + values.length * 12 + 4)
  table.writeUInt16LE(values.length)
  const tail: Buffer[] = []
  let end = offset + table.length
  for (const [index, { tag, type, count, bytes }] of values.entries()) {
    const at = 2 + index * 12
    table.writeUInt16LE(tag, at)
    table.writeUInt16LE(type, at + 2)
    table.writeUInt32LE(count, at + 4)
    if (bytes.length <= 4) {
      bytes.copy(table, at + 8)
      continue
    }
    table.writeUInt32LE(end, at + 8)
    const padded = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)])
    tail.push(padded)
    end += padded.length
  }
  return Buffer.concat([table, ...tail])
}

/** A segment of a JPEG: marker, length, content. */
export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** The APP1 segment of a phone photograph taken in Bamako, held as `orientation` (1–8) says. */
export function phoneExif(orientation: number): Buffer {
  const camera = (gps: number) => [ascii(0x010f, 'TECNO'), short(0x0112, orientation), long(0x8825, gps)]
  const first = directory(camera(0), 8)
  const gps = directory(
    [ascii(0x0001, 'N'), degrees(0x0002, 12, 38, 21.5), ascii(0x0003, 'W'), degrees(0x0004, 8, 0, 10.2)],
    8 + first.length,
  )
  const header = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])
  const tiff = Buffer.concat([header, directory(camera(8 + first.length), 8), gps])
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
}

/** Puts segments right after a JPEG's first two bytes, where EXIF must stand. */
export function insertSegments(jpeg: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}
