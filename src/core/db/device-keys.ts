import { transact } from './database.ts'
import { deviceStore, type Key, recall, recallIn } from './device-store.ts'

/** The device's own keys. Usable by our pages and worker, and not readable by anybody. */

/** Seals what waits to be sent, and wraps what a student's code opens. */
export function deviceKey(): Promise<CryptoKey> {
  return keyNamed(deviceStore.cipherKey, () =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  )
}

/** What eight digits are known by, under this key, can't be found out by trying them all elsewhere. */
export async function deviceMac(text: string): Promise<string> {
  const key = await keyNamed(deviceStore.macKey, () =>
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  )
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return Array.from(new Uint8Array(mac), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function keyNamed(name: Key<CryptoKey>, make: () => Promise<CryptoKey>): Promise<CryptoKey> {
  const known = await recall(name)
  if (known) return known
  const made = await make()
  return transact(['device'], async ({ device }) => {
    // Another tab was faster: what it has sealed by now must stay readable.
    const faster = await recallIn(device, name)
    if (!faster) device.put(made, name)
    return faster ?? made
  })
}
