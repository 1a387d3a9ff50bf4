import { get, keys, promisifyRequest } from 'idb-keyval'
import { type DocumentType, documentTypes } from '../../spec/documents.ts'
import { decrypt, decryptText, type Encrypted, encrypt, encryptText } from '../crypto/cipher.ts'
import { isEncrypted, keyOf } from '../crypto/keyring.ts'
import { storeOf, transact, writeTogether } from './database.ts'
import { deviceStore } from './device-store.ts'

/** The picked file, as it came. ArrayBuffer and never Blob: iOS can't store one (dexie#1919). */
export interface SourceFile {
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
export interface EncryptedSourceFile {
  pick?: string
  /** Told in the open, so that nobody has to open a photo to know that it is prepared. */
  ready?: true
  head: Encrypted
  body: Encrypted
}

const sourceFiles = storeOf('originals')
/** Beside them lies what other apps have given, until it is known which document it is (received.ts). */
export const receivedPrefix = 'partage/'
export const allReceived = () => IDBKeyRange.bound(receivedPrefix, `${receivedPrefix}\uffff`)
export const sourceFileKey = (dossier: string, document: DocumentType) => `${dossier}/${document}`

/** In one step with no longer waiting for it: a page that dies has either the photo or the word that it is missing. */
export async function keepSourceFile(dossier: string, document: DocumentType, sourceFile: SourceFile): Promise<void> {
  const label = sourceFileKey(dossier, document)
  const kept = isEncrypted(dossier) ? await encryptSourceFile(keyOf(dossier), label, sourceFile) : sourceFile
  await writeTogether(['originals', 'device'], stores => {
    stores.originals.put(kept, label)
    stores.device.delete(deviceStore.awaiting)
  })
}

export async function encryptSourceFile(
  key: CryptoKey,
  label: string,
  sourceFile: SourceFile,
): Promise<EncryptedSourceFile> {
  const { bytes, pick: pickId, ...about } = sourceFile
  const [head, body] = await Promise.all([
    encryptText(key, `original/head/${label}`, JSON.stringify(about)),
    encrypt(key, `original/body/${label}`, new Uint8Array(bytes)),
  ])
  return { ...(pickId === undefined ? {} : { pick: pickId }), ...(about.ready && { ready: true as const }), head, body }
}

/** Which documents were picked, and are no requests yet; reads no photo. */
export async function keptSourceFiles(dossier: string): Promise<DocumentType[]> {
  const all = await keys<string>(sourceFiles)
  return documentTypes.filter(document => all.includes(sourceFileKey(dossier, document)))
}

/** Whether there is a photo that a page may go on with at its start: what is sealed waits for its code. */
export async function hasSourceFiles(): Promise<boolean> {
  return (await keys<string>(sourceFiles)).some(key => !key.startsWith(receivedPrefix) && !isEncrypted(key))
}

/** Whether another app has given photos that have no place yet. */
export async function hasReceived(): Promise<boolean> {
  return (await keys<string>(sourceFiles)).some(key => key.startsWith(receivedPrefix))
}

export async function sourceFileOf(dossier: string, document: DocumentType): Promise<SourceFile | undefined> {
  const label = sourceFileKey(dossier, document)
  const kept = await get<SourceFile | EncryptedSourceFile>(label, sourceFiles)
  return kept && readSourceFile(dossier, label, kept)
}

export async function readSourceFile(
  dossier: string,
  label: string,
  kept: SourceFile | EncryptedSourceFile,
): Promise<SourceFile> {
  if (!('head' in kept)) return kept
  const key = keyOf(dossier)
  const about = await aboutEncrypted(key, label, kept)
  const { buffer: bytes } = await decrypt(key, `original/body/${label}`, kept.body)
  return { ...about, bytes, ...(kept.pick === undefined ? {} : { pick: kept.pick }) }
}

export async function aboutEncrypted(key: CryptoKey, label: string, { head }: EncryptedSourceFile) {
  return JSON.parse(await decryptText(key, `original/head/${label}`, head)) as Omit<SourceFile, 'bytes' | 'pick'>
}

/** Which pick lies there, told without opening the photo. */
export async function pickIdOf(dossier: string, document: DocumentType): Promise<SourceFile['pick']> {
  return (await get<SourceFile | EncryptedSourceFile>(sourceFileKey(dossier, document), sourceFiles))?.pick
}

/** A newer pick than the one that is named stays: another tab has made it meanwhile. */
export function forgetSourceFile(dossier: string, document: DocumentType, pickId?: string): Promise<void> {
  const key = sourceFileKey(dossier, document)
  return transact(['originals'], async stores => {
    const sourceFile: SourceFile | undefined = await promisifyRequest(stores.originals.get(key))
    if (sourceFile?.pick === pickId) stores.originals.delete(key)
  })
}
