/** AES-GCM in two verbs. Pure WebCrypto: page, worker and tests run the same. */

export interface Sealed {
  iv: ArrayBuffer
  ciphertext: ArrayBuffer
}

const ivBytes = 12

/**
 * @param label what the record is: it is authenticated, so that one record can't be put in another's place
 */
export async function seal(key: CryptoKey, label: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  // Fresh for every write: the same one twice under one key would give the text away.
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const ciphertext = await crypto.subtle.encrypt(algorithm(iv, label), key, bytes)
  return { iv: iv.buffer, ciphertext }
}

/** @throws DOMException when the key, the label or a single bit is another one */
export async function unseal(key: CryptoKey, label: string, sealed: Sealed): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt(algorithm(sealed.iv, label), key, sealed.ciphertext))
}

export function sealText(key: CryptoKey, label: string, text: string): Promise<Sealed> {
  return seal(key, label, new TextEncoder().encode(text))
}

export async function unsealText(key: CryptoKey, label: string, sealed: Sealed): Promise<string> {
  return new TextDecoder().decode(await unseal(key, label, sealed))
}

function algorithm(iv: BufferSource, label: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(label) }
}

/** SHA-256 of a body, in hex. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(sum), byte => byte.toString(16).padStart(2, '0')).join('')
}
