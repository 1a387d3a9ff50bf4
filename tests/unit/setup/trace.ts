/** Searches everything that was stored, down to the bytes of buffers, for what must not be there. */
export function trace(stored: unknown, wanted: readonly string[]): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string') note(value)
    else if (value instanceof ArrayBuffer) note(Buffer.from(value).toString('utf8'))
    else if (ArrayBuffer.isView(value)) note(Buffer.from(value.buffer).toString('utf8'))
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        note(key)
        look(inner)
      }
  }
  const note = (text: string) => {
    for (const word of wanted) if (text.includes(word)) found.add(word)
  }
  look(stored)
  return [...found]
}
