import { get, promisifyRequest } from 'idb-keyval'
import type { DocumentType } from '../../spec/documents.ts'
import type { Walls } from '../../spec/walls.ts'
import type { LastDates } from '../../spec/window.ts'
import type { Encrypted } from '../crypto/cipher.ts'
import { storeOf, transact } from './database.ts'

/**
 * What the device itself stores, and the names of its keys on phones. Not a cache: without the
 * device's own crypto keys, the queued requests of encrypted dossiers can't be read any more.
 */
export const deviceStore = {
  cipherKey: key<CryptoKey>('device-key'),
  macKey: key<CryptoKey>('device-mac-key'),
  /** Wraps an encrypted dossier's key together with its count of wrong codes. */
  guessKey: (dossier: string) => key<CryptoKey>(`guess-key/${dossier}`),
  isShared: key<boolean>('shared-device'),
  awaiting: key<Awaiting>('awaiting-photo'),
  /** How often the phone killed the page while the camera was open. */
  cameraKills: key<number>('camera-kills'),
  /** How often a page has begun to prepare a photo that an earlier page had left unprepared. */
  attempts: (dossier: string, document: DocumentType) =>
    key<number>(`attempts/${dossier}/${document}`),
  away: key<Away>('away'),
  /** The student has answered the invitation to install the portal, yes or no. */
  invited: key<boolean>('install-answered'),
  chrono: key<LastDates>('chrono'),
  walls: key<Walls>('walls'),
  /** The provider's reply to a student's question, of which the device stores only a keyed hash. */
  reply: (mac: string) => key<Kept<unknown>>(`answer-mac/${mac}`),
  allReplies: () => IDBKeyRange.bound('answer', 'answer\uffff'),
  /**
   * A saved receipt, by the id of its dossier ("-": of none on this device) and a keyed hash of the
   * matricule.
   */
  receipt: (dossier: string, mac: string) => key<KeptReceipt>(`receipt/${dossier}/${mac}`),
  receiptsOf: (dossier: string) =>
    IDBKeyRange.bound(`receipt/${dossier}/`, `receipt/${dossier}/\uffff`),
  allReceipts: () => IDBKeyRange.bound('receipt/', 'receipt/\uffff'),
  /**
   * The last code that the provider has accepted for an unencrypted dossier: the receipt asks for
   * it again.
   */
  code: (dossier: string) => key<string>(`code/${dossier}`),
  allCodes: () => IDBKeyRange.bound('code/', 'code/\uffff'),
}

/**
 * The photo that a picker was opened for. If the phone kills the page meanwhile, the next start
 * finds it here.
 */
export interface Awaiting {
  dossier: string
  document: DocumentType
  by: 'camera' | 'gallery'
  /** The document is prepared in advance, on the page /preparer. */
  prepares?: true
  /** Milliseconds. */
  at: number
  /** `cameraKills` already includes this kill. */
  counted?: true
}

/** The student has left the portal while documents wait to be sent. */
export interface Away {
  /** When the student left; later, up to when the outcome has been announced. Milliseconds. */
  since: number
  /** The student left the installed portal, whose icon can show a badge. */
  installed: boolean
}

/** One of the provider's last replies. */
export interface Kept<T> {
  reply: T
  /** Milliseconds, by this device's clock. */
  at: number
  /** Milliseconds to add to this device's clock to get the provider's time. */
  offset: number
}

/**
 * Encrypted on a personal device as well: once the device is shared, it must hold nothing
 * unencrypted.
 */
export interface KeptReceipt {
  /** Milliseconds. */
  at: number
  /**
   * Encrypts a line that names the student, and the file. Its key in the store serves as the label.
   */
  encrypted: Encrypted
}

declare const holds: unique symbol
/** A key of the store that carries the type of its value. */
export type Key<T> = string & { readonly [holds]: T }

function key<T>(name: string): Key<T> {
  return name as Key<T>
}

const device = storeOf('device')

export function recall<T>(key: Key<T>): Promise<T | undefined> {
  return get<T>(key, device)
}

/** Like `recall`, inside a transaction. */
export function recallIn<T>(store: IDBObjectStore, key: Key<T>): Promise<T | undefined> {
  return promisifyRequest(store.get(key))
}

/** All entries whose keys are in the range. */
export async function entriesIn<T>(
  store: IDBObjectStore,
  range: IDBKeyRange,
): Promise<[Key<T>, T][]> {
  const asked = [store.getAllKeys(range), store.getAll(range)] as const
  const [keys, values] = await Promise.all([
    promisifyRequest(asked[0]),
    promisifyRequest<T[]>(asked[1]),
  ])
  return values.map((value, at) => [String(keys[at]) as Key<T>, value])
}

/**
 * Encrypts queued requests and receipts of unencrypted dossiers. The portal's pages and worker can
 * use it, but no script can read it out.
 */
export function deviceKey(): Promise<CryptoKey> {
  return keyNamed(deviceStore.cipherKey, () =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  )
}

/**
 * A keyed hash of a text. Without this device's key, eight digits can't be found by trying them
 * all.
 */
export async function deviceMac(text: string): Promise<string> {
  const key = await keyNamed(deviceStore.macKey, () =>
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  )
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return Array.from(new Uint8Array(mac), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function keyNamed(name: Key<CryptoKey>, make: () => Promise<CryptoKey>): Promise<CryptoKey> {
  const known = await recall(name)
  if (isKey(known)) return known
  const made = await make()
  return transact(['device'], async ({ device }) => {
    // If another tab was faster, use its key: what it has already encrypted must stay readable.
    const faster = await recallIn(device, name)
    if (isKey(faster)) return faster
    device.put(made, name)
    return made
  })
}

/** A key that is lost or damaged gives way to a new one: what it encrypted is damaged with it. */
const isKey = (key: CryptoKey | undefined): key is CryptoKey => key?.type === 'secret'
