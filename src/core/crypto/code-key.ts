export const saltBytes = 16

/** A code, stretched. */
export async function codeKey(code: string, salt: BufferSource, iterations: number): Promise<CryptoKey> {
  // An accent typed in two ways is the same code.
  const bytes = new TextEncoder().encode(code.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(pbkdf2, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
