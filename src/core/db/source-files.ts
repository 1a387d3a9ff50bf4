import { get, getMany, keys, promisifyRequest } from 'idb-keyval'
import { type DocumentType, documentTypes } from '../../spec/documents.ts'
import {
  decrypt,
  decryptText,
  digestOf,
  type Encrypted,
  encrypt,
  encryptText,
} from '../crypto/cipher.ts'
import { isEncrypted, keyOf } from '../crypto/keyring.ts'
import { nextTurn } from '../platform/turn.ts'
import { DamagedError, isDamage } from './damage.ts'
import { storeOf, transact, writeTogether } from './database.ts'
import { deviceStore } from './device-store.ts'
import type { Dossier } from './dossier.ts'
import { copyOf, letGoFirst } from './let-go.ts'
import { isUnchanged, type Revised } from './revision.ts'

/**
 * The picked file, as it came. ArrayBuffer and never Blob: iOS can't store one (dexie#1919). It is
 * never changed, only replaced: who encrypts or transfers it keeps its revision.
 */
export interface SourceFile extends Revised {
  bytes: ArrayBuffer
  name: string
  type: string
  at: number
  /**
   * Set if the photo is prepared and waits until its request may be queued: its bytes are final.
   */
  ready?: Ready
}

/** What a request needs of a prepared photo besides its bytes. */
export interface Ready {
  fingerprint: string
  /** Size of the request body in bytes, with and without gzip. */
  wire: { gzipped: number; plain: number }
  /** What the verifier is told of it, by words that a later build may add to; missing: nothing. */
  remarks?: readonly string[]
}

/** As it lies on the disk of a dossier that is not encrypted. */
interface PlainSourceFile extends SourceFile {
  /** SHA-256 of the bytes, in hex. Missing: an earlier build kept it, and nobody knows. */
  digest?: string
}

/**
 * Source file of an encrypted dossier. Its name is encrypted as well: it may be a person's name.
 */
export interface EncryptedSourceFile extends Revised {
  /** Unencrypted, so that no photo need be decrypted to know that it is prepared. */
  ready?: true
  head: Encrypted
  body: Encrypted
}

const sourceFiles = storeOf('sourceFiles')
/** For their keys alone. */
const listed = storeOf('sourceFiles', true)
/**
 * The same store holds files from other apps, until the student has said which document each is
 * (received.ts).
 */
export const receivedPrefix = 'partage/'
export const allReceived = () => IDBKeyRange.bound(receivedPrefix, `${receivedPrefix}\uffff`)
export const sourceFileKey = (dossier: string, document: DocumentType) => `${dossier}/${document}`

/**
 * One transaction also clears `awaiting`: after a kill there is either the photo or the record that
 * it is missing.
 * @param signal aborts for a newer file, over which this one must not be written
 */
export async function keepSourceFile(
  dossier: string,
  document: DocumentType,
  sourceFile: SourceFile,
  signal?: AbortSignal,
): Promise<void> {
  const label = sourceFileKey(dossier, document)
  const kept = await storedForm(dossier, label, sourceFile)
  // Chromium hashes and copies 4 MB in the thread that answers touches.
  await nextTurn()
  if (signal?.aborted) throw new DOMException('', 'AbortError')
  await writeTogether(['sourceFiles', 'device'], stores => {
    stores.sourceFiles.put(kept, label)
    stores.device.delete(deviceStore.awaiting)
  })
}

/** Encrypted, or with its digest: damage is known by either when it is read. */
export async function storedForm(
  dossier: string,
  label: string,
  sourceFile: SourceFile,
): Promise<PlainSourceFile | EncryptedSourceFile> {
  return isEncrypted(dossier)
    ? encryptSourceFile(keyOf(dossier), label, sourceFile)
    : { ...sourceFile, digest: await digestOf(new Uint8Array(sourceFile.bytes)) }
}

export async function encryptSourceFile(
  key: CryptoKey,
  label: string,
  sourceFile: SourceFile,
): Promise<EncryptedSourceFile> {
  const { bytes, revision, ...about } = sourceFile
  const [head, body] = await Promise.all([
    encryptText(key, `source-file/head/${label}`, JSON.stringify(about)),
    encrypt(key, `source-file/body/${label}`, new Uint8Array(bytes)),
  ])
  return { revision, ...(about.ready && { ready: true as const }), head, body }
}

/** The documents that were picked and are not queued yet; reads no photo. */
export async function keptSourceFiles(dossier: string): Promise<DocumentType[]> {
  const all = await keys<string>(listed)
  return documentTypes.filter(document => all.includes(sourceFileKey(dossier, document)))
}

/**
 * The documents of all dossiers, by `sourceFileKey`, that were picked and are not queued yet;
 * without those of a transferred dossier, which another device sends.
 */
export async function unqueuedDocuments(): Promise<string[]> {
  const all = await keys<string>(listed)
  const owners = await getMany<Pick<Dossier, 'transferred'> | undefined>(
    all.map(key => key.split('/')[0] ?? ''),
    storeOf('dossiers'),
  )
  // A file from another app has no dossier yet.
  return all.filter((_, at) => owners[at]?.transferred === undefined && owners[at])
}

/**
 * Whether a page can continue to prepare a photo when it starts: an encrypted one waits for its
 * code.
 */
export async function hasSourceFiles(): Promise<boolean> {
  return (await keys<string>(listed)).some(
    key => !key.startsWith(receivedPrefix) && !isEncrypted(key),
  )
}

/** Whether photos from another app wait until the student assigns them to a document. */
export async function hasReceived(): Promise<boolean> {
  return (await keys<string>(listed)).some(key => key.startsWith(receivedPrefix))
}

const isEncryptedPart = (part: unknown): boolean =>
  typeof part === 'object' &&
  (part as Encrypted | null)?.iv instanceof ArrayBuffer &&
  (part as Encrypted).ciphertext instanceof ArrayBuffer

/** Whether a row of the store still holds a photo. */
export function isWhole(row: unknown): row is PlainSourceFile | EncryptedSourceFile {
  if (typeof row !== 'object' || row === null) return false
  if ('bytes' in row) return row.bytes instanceof ArrayBuffer && row.bytes.byteLength > 0
  return 'head' in row && isEncryptedPart(row.head) && 'body' in row && isEncryptedPart(row.body)
}

/**
 * As it lies there: nothing is decrypted.
 * @throws DamagedError, or what else `isDamage` knows
 */
export async function storedSourceFile(
  dossier: string,
  document: DocumentType,
): Promise<PlainSourceFile | EncryptedSourceFile | undefined> {
  const row: unknown = await get(sourceFileKey(dossier, document), sourceFiles)
  if (row === undefined) return undefined
  if (!isWhole(row)) throw new DamagedError()
  return row
}

/** @throws DamagedError for one whose bytes are not those that were kept */
export async function sourceFileOf(
  dossier: string,
  document: DocumentType,
): Promise<SourceFile | undefined> {
  const label = sourceFileKey(dossier, document)
  let kept: PlainSourceFile | EncryptedSourceFile | undefined
  try {
    kept = await storedSourceFile(dossier, document)
    return kept && (await readSourceFile(dossier, label, kept))
  } catch (error) {
    if (!isDamage(error)) throw error
    const copy: unknown = await copyOf('sourceFiles', label)
    // Of a row that can't be read at all, nobody knows the revision.
    if (!isWhole(copy) || (kept && !isUnchanged(copy, kept))) throw error
    return readSourceFile(dossier, label, copy)
  }
}

export async function readSourceFile(
  dossier: string,
  label: string,
  kept: PlainSourceFile | EncryptedSourceFile,
): Promise<SourceFile> {
  const key = 'head' in kept ? keyOf(dossier) : undefined
  try {
    if (!('head' in kept)) {
      const { digest, ...sourceFile } = kept
      if (digest === undefined || digest === (await digestOf(new Uint8Array(kept.bytes))))
        return sourceFile
    } else if (key) {
      const about = await aboutEncrypted(key, label, kept)
      const { buffer: bytes } = await decrypt(key, `source-file/body/${label}`, kept.body)
      return { ...about, bytes, revision: kept.revision }
    }
  } catch {
    // No cipher opens it, or it has no bytes.
  }
  throw new DamagedError(label)
}

export async function aboutEncrypted(key: CryptoKey, label: string, { head }: EncryptedSourceFile) {
  return JSON.parse(await decryptText(key, `source-file/head/${label}`, head)) as Omit<
    SourceFile,
    'bytes' | 'revision'
  >
}

export async function sourceFileRevision(
  dossier: string,
  document: DocumentType,
): Promise<SourceFile['revision']> {
  return (await storedSourceFile(dossier, document))?.revision
}

/** Deletes the file, also one that can't be read, unless another tab stores a newer one meanwhile. */
export async function dropSourceFile(dossier: string, document: DocumentType): Promise<void> {
  try {
    await forgetSourceFile(dossier, document, await sourceFileRevision(dossier, document))
  } catch (error) {
    if (!isDamage(error)) throw error
    await letGo(dossier, document, () =>
      writeTogether(['sourceFiles'], stores => {
        stores.sourceFiles.delete(sourceFileKey(dossier, document))
      }),
    )
  }
}

/** Its copy goes first, or the next start would put back what the student has removed. */
const letGo = (dossier: string, document: DocumentType, forget: () => Promise<void>) =>
  letGoFirst(
    ({ store, owner }) => store === 'sourceFiles' && owner === sourceFileKey(dossier, document),
    forget,
  )

/** Deletes the file with this revision only: another tab may have stored a newer pick meanwhile. */
export function forgetSourceFile(
  dossier: string,
  document: DocumentType,
  revision?: string,
): Promise<void> {
  const key = sourceFileKey(dossier, document)
  return letGo(dossier, document, () =>
    transact(['sourceFiles'], async stores => {
      const sourceFile: SourceFile | undefined = await promisifyRequest(stores.sourceFiles.get(key))
      if (isUnchanged({ revision }, sourceFile)) stores.sourceFiles.delete(key)
    }),
  )
}
