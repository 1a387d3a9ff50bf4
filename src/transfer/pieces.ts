/** Words and bytes in one: the length of the words, the words as JSON, the bytes one after the other. Pure. */

/** In bytes; answers and replies are a few thousand. */
const mostWords = 1024 * 1024

export function joined(words: unknown, pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify([pieces.map(({ byteLength }) => byteLength), words]))
  const head = new Uint8Array(4)
  new DataView(head.buffer).setUint32(0, text.byteLength)
  return concatenated([head, text, ...pieces])
}

export function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/** @throws whatever, where it was not made by `joined` */
export function parted(bytes: Uint8Array<ArrayBuffer>): { words: unknown; pieces: Uint8Array<ArrayBuffer>[] } {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  if (size > mostWords) throw new RangeError('Too many words.')
  let at = 4 + size
  const [sizes, words]: [unknown, unknown] = JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))
  if (!Array.isArray(sizes)) throw new TypeError('No sizes.')
  const pieces = sizes.map(each => {
    if (!Number.isInteger(each) || each < 0 || at + each > bytes.byteLength) throw new RangeError('No such piece.')
    at += each
    return bytes.subarray(at - each, at)
  })
  if (at !== bytes.byteLength) throw new RangeError('More bytes than pieces.')
  return { words, pieces }
}
