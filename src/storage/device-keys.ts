import { get, promisifyRequest } from 'idb-keyval'
import { storeOf, transact } from './database.ts'

/** The device's own keys, among the kept replies. Usable by our pages and worker, and not readable by anybody. */
const names = { cipher: 'device-key', mac: 'device-mac-key' } as const

const kept = storeOf('kept')

/** Seals what waits to be sent, and wraps what a student's code opens. */
export function deviceKey(): Promise<CryptoKey> {
  return keyNamed(names.cipher, () =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  )
}

/** What eight digits are known by, under this key, can't be found out by trying them all elsewhere. */
export async function deviceMac(text: string): Promise<string> {
  const key = await keyNamed(names.mac, () =>
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  )
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return Array.from(new Uint8Array(mac), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function keyNamed(name: string, make: () => Promise<CryptoKey>): Promise<CryptoKey> {
  const known = await get<CryptoKey>(name, kept)
  if (known) return known
  const made = await make()
  return transact(['kept'], async stores => {
    // Another tab was faster: what it has sealed by now must stay readable.
    const faster: CryptoKey | undefined = await promisifyRequest(stores.kept.get(name))
    if (!faster) stores.kept.put(made, name)
    return faster ?? made
  })
}
