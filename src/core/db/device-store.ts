import { get, promisifyRequest } from 'idb-keyval'
import type { DocumentType } from '../../spec/documents.ts'
import type { LastDates } from '../../spec/window.ts'
import type { Encrypted } from '../crypto/cipher.ts'
import { storeOf, transact } from './database.ts'

/**
 * What the device itself knows, and the keys under which it lies on phones. No cache: without its own keys, what waits of
 * sealed dossiers can't be read any more.
 */
export const deviceStore = {
  cipherKey: key<CryptoKey>('device-key'),
  macKey: key<CryptoKey>('device-mac-key'),
  /** What wraps a sealed dossier's key with the count of wrong codes. */
  guessKey: (dossier: string) => key<CryptoKey>(`guess-key/${dossier}`),
  isShared: key<boolean>('shared-device'),
  awaiting: key<Awaiting>('awaiting-photo'),
  /** How often the camera has cost the page. */
  cameraKills: key<number>('camera-kills'),
  /** How often a page has begun to prepare a photo that an earlier page left behind. */
  attempts: (dossier: string, document: DocumentType) => key<number>(`attempts/${dossier}/${document}`),
  away: key<Away>('away'),
  /** To the invitation to install the portal somebody has said yes or no. */
  invited: key<boolean>('install-answered'),
  chrono: key<LastDates>('chrono'),
  /** What the provider said to a student's question, which is known by its digest alone. */
  reply: (mac: string) => key<Kept<unknown>>(`answer-mac/${mac}`),
  allReplies: () => IDBKeyRange.bound('answer', 'answer\uffff'),
  /** Those that earlier versions kept. */
  bareReplies: () => IDBKeyRange.bound('answer/', 'answer/\uffff'),
  /** A receipt that was kept, by the dossier that it goes with, or nobody's here. Whose it is stands under the device's key. */
  receipt: (dossier: string, mac: string) => key<KeptReceipt>(`receipt/${dossier}/${mac}`),
  receiptsOf: (dossier: string) => IDBKeyRange.bound(`receipt/${dossier}/`, `receipt/${dossier}/\uffff`),
  allReceipts: () => IDBKeyRange.bound('receipt/', 'receipt/\uffff'),
}

/** The photo that a picker was opened for. It is still there on the next start when the phone killed the page meanwhile. */
export interface Awaiting {
  dossier: string
  document: DocumentType
  by: 'camera' | 'gallery'
  /** It is prepared in advance, on a page of its own. */
  prepares?: true
  /** Milliseconds. */
  at: number
  /** This kill stands in the count already. */
  counted?: true
}

/** Nobody looks at documents that wait. */
export interface Away {
  /** Or until when it was told what became of them. Milliseconds. */
  since: number
  /** It was the installed portal that was left: its icon has a badge. */
  installed: boolean
}

/** One of the provider's last replies. */
export interface Kept<T> {
  reply: T
  /** Milliseconds, by this device's clock. */
  at: number
  /** What to add to this device's clock to have the provider's. */
  offset: number
}

/** Sealed on an own device as well: one that is shared from tomorrow on holds nothing in the clear. */
export interface KeptReceipt {
  /** Milliseconds. */
  at: number
  /** A line that says whose it is, and the file; its own key in the store is its label. */
  sealed: Encrypted
}

declare const holds: unique symbol
/** What lies under it is known to the compiler. */
export type Key<T> = string & { readonly [holds]: T }

function key<T>(name: string): Key<T> {
  return name as Key<T>
}

const device = storeOf('device')

export function recall<T>(key: Key<T>): Promise<T | undefined> {
  return get<T>(key, device)
}

/** In the middle of a transaction. */
export function recallIn<T>(store: IDBObjectStore, key: Key<T>): Promise<T | undefined> {
  return promisifyRequest(store.get(key))
}

/** What lies under a whole range of keys. */
export async function entriesIn<T>(store: IDBObjectStore, range: IDBKeyRange): Promise<[Key<T>, T][]> {
  const asked = [store.getAllKeys(range), store.getAll(range)] as const
  const [keys, values] = await Promise.all([promisifyRequest(asked[0]), promisifyRequest<T[]>(asked[1])])
  return values.map((value, at) => [String(keys[at]) as Key<T>, value])
}

// The device's own keys. Usable by our pages and worker, and not readable by anybody.

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
