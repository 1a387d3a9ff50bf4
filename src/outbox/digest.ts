/** SHA-256 of a body, in hex. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(sum), byte => byte.toString(16).padStart(2, '0')).join('')
}
