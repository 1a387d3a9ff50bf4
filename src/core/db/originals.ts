import { get, keys, promisifyRequest } from 'idb-keyval'
import { type DocumentType, documentTypes } from '../../spec/documents.ts'
import { type Sealed, seal, sealText, unseal, unsealText } from '../crypto/cipher.ts'
import { isSealed, keyOf } from '../crypto/keyring.ts'
import { storeOf, transact, writeTogether } from './database.ts'
import { deviceStore } from './device-store.ts'

/** The picked file, as it came. ArrayBuffer and never Blob: iOS can't store one (dexie#1919). */
export interface Original {
  bytes: ArrayBuffer
  name: string
  type: string
  at: number
  /** Tells one pick from the next, also of the same file. */
  pick?: string
  /** It is prepared, and waits for the provider to be asked: nothing is left to be done to its bytes. */
  ready?: Ready
}

/** What a request needs of a prepared photo besides its bytes. */
export interface Ready {
  fingerprint: string
  /** Bytes on the line. */
  wire: { gzipped: number; plain: number }
}

/** Of a sealed dossier: a file's name may be a person's. */
export interface SealedOriginal {
  pick?: string
  /** Told in the open, so that nobody has to open a photo to know that it is prepared. */
  ready?: true
  head: Sealed
  body: Sealed
}

const originals = storeOf('originals')
/** Beside them lies what other apps have given, until it is known which document it is (received.ts). */
export const receivedPrefix = 'partage/'
export const allReceived = () => IDBKeyRange.bound(receivedPrefix, `${receivedPrefix}\uffff`)
export const originalKey = (dossier: string, document: DocumentType) => `${dossier}/${document}`

/** In one step with no longer waiting for it: a page that dies has either the photo or the word that it is missing. */
export async function keepOriginal(dossier: string, document: DocumentType, original: Original): Promise<void> {
  const label = originalKey(dossier, document)
  const kept = isSealed(dossier) ? await sealOriginal(keyOf(dossier), label, original) : original
  await writeTogether(['originals', 'device'], stores => {
    stores.originals.put(kept, label)
    stores.device.delete(deviceStore.awaiting)
  })
}

export async function sealOriginal(key: CryptoKey, label: string, original: Original): Promise<SealedOriginal> {
  const { bytes, pick, ...about } = original
  const [head, body] = await Promise.all([
    sealText(key, `original/head/${label}`, JSON.stringify(about)),
    seal(key, `original/body/${label}`, new Uint8Array(bytes)),
  ])
  return { ...(pick === undefined ? {} : { pick }), ...(about.ready && { ready: true as const }), head, body }
}

/** Which documents were picked, and are no requests yet; reads no photo. */
export async function keptOriginals(dossier: string): Promise<DocumentType[]> {
  const all = await keys<string>(originals)
  return documentTypes.filter(document => all.includes(originalKey(dossier, document)))
}

/** Whether there is a photo that a page may go on with at its start: what is sealed waits for its code. */
export async function hasOriginals(): Promise<boolean> {
  return (await keys<string>(originals)).some(key => !key.startsWith(receivedPrefix) && !isSealed(key))
}

/** Whether another app has given photos that have no place yet. */
export async function hasReceived(): Promise<boolean> {
  return (await keys<string>(originals)).some(key => key.startsWith(receivedPrefix))
}

export async function originalOf(dossier: string, document: DocumentType): Promise<Original | undefined> {
  const label = originalKey(dossier, document)
  const kept = await get<Original | SealedOriginal>(label, originals)
  return kept && readOriginal(dossier, label, kept)
}

export async function readOriginal(dossier: string, label: string, kept: Original | SealedOriginal): Promise<Original> {
  if (!('head' in kept)) return kept
  const key = keyOf(dossier)
  const about = await aboutSealed(key, label, kept)
  const { buffer: bytes } = await unseal(key, `original/body/${label}`, kept.body)
  return { ...about, bytes, ...(kept.pick === undefined ? {} : { pick: kept.pick }) }
}

export async function aboutSealed(key: CryptoKey, label: string, { head }: SealedOriginal) {
  return JSON.parse(await unsealText(key, `original/head/${label}`, head)) as Omit<Original, 'bytes' | 'pick'>
}

/** Which pick lies there, told without opening the photo. */
export async function pickOf(dossier: string, document: DocumentType): Promise<Original['pick']> {
  return (await get<Original | SealedOriginal>(originalKey(dossier, document), originals))?.pick
}

/** A newer pick than the one that is named stays: another tab has made it meanwhile. */
export function forgetOriginal(dossier: string, document: DocumentType, pick?: string): Promise<void> {
  const key = originalKey(dossier, document)
  return transact(['originals'], async stores => {
    const original: Original | undefined = await promisifyRequest(stores.originals.get(key))
    if (original?.pick === pick) stores.originals.delete(key)
  })
}
