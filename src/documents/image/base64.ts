interface Encodes {
  toBase64?: () => string
}

// A multiple of 3, so that the parts join without padding, and few enough for one call's arguments.
const part = 3 * 8192

function byParts(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += part) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + part)))
  }
  return text
}

const byReader = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(new Blob([bytes]))
  })

/**
 * Bare base64, no `data:` prefix (docs/contract.md). Native where the browser has it; otherwise
 * FileReader, which works off the main thread; by parts where there is neither.
 */
export async function toBase64(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const native: Uint8Array & Encodes = bytes
  if (native.toBase64) return native.toBase64()
  return typeof FileReader === 'undefined' ? byParts(bytes) : byReader(bytes)
}

/** Decodes base64, for the few hundred kilobytes of a prepared photo. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
