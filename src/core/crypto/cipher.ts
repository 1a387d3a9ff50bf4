/** AES-GCM encryption and decryption. Pure WebCrypto: page, worker and tests run the same code. */

export interface Encrypted {
  iv: ArrayBuffer
  ciphertext: ArrayBuffer
}

const ivBytes = 12

/**
 * @param label names the record. It is authenticated, so that one record can't be put in another's
 * place.
 */
export async function encrypt(
  key: CryptoKey,
  label: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Encrypted> {
  // A fresh vector for every write: the same one twice under one key would reveal the text.
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const ciphertext = await crypto.subtle.encrypt(algorithm(iv, label), key, bytes)
  return { iv: iv.buffer, ciphertext }
}

/** @throws DOMException if the key or the label is wrong, or a single bit was changed */
export async function decrypt(
  key: CryptoKey,
  label: string,
  encrypted: Encrypted,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await crypto.subtle.decrypt(algorithm(encrypted.iv, label), key, encrypted.ciphertext),
  )
}

export function encryptText(key: CryptoKey, label: string, text: string): Promise<Encrypted> {
  return encrypt(key, label, new TextEncoder().encode(text))
}

export async function decryptText(
  key: CryptoKey,
  label: string,
  encrypted: Encrypted,
): Promise<string> {
  return new TextDecoder().decode(await decrypt(key, label, encrypted))
}

function algorithm(iv: BufferSource, label: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(label) }
}

/** SHA-256 of a body, in hex. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(sum), byte => byte.toString(16).padStart(2, '0')).join('')
}
