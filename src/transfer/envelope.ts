import { seal, unseal } from '../vault/cipher.ts'
import { codeKey, iterationsNow, saltBytes } from '../vault/dossier-key.ts'
import { mostParcelBytes, type ParcelFault } from './parcel.ts'
import { concatenated } from './pieces.ts'

/**
 * What a sealed parcel looks like from outside (docs/architecture.md, "A dossier that moves"): what it is, how its key is
 * made, how long it is, and a sum, so that a cut, a damaged and a foreign file are told from a wrong code.
 */

const magic = new TextEncoder().encode('DOSSIER')
const version = 1
const at = { version: 7, kind: 8, iterations: 9, salt: 13, length: 13 + saltBytes, iv: 17 + saltBytes } as const
const ivBytes = 12
const tagBytes = 16
const sumBytes = 4
/** More than a cheap phone counts in a minute: nobody who made this in earnest has asked for it. */
const mostIterations = 5_000_000

/** What lies within: all of a dossier, or its answers alone. */
export const kinds = ['whole', 'answers'] as const
export type Kind = (typeof kinds)[number]

export async function enclose(kind: Kind, inner: Uint8Array<ArrayBuffer>, code: string) {
  const head = new Uint8Array(at.iv)
  const view = new DataView(head.buffer)
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  head.set(magic)
  head.set([version, kinds.indexOf(kind)], at.version)
  view.setUint32(at.iterations, iterationsNow)
  head.set(salt, at.salt)
  view.setUint32(at.length, inner.byteLength + tagBytes)
  const sealed = await seal(await codeKey(code, salt, iterationsNow), labelOf(head), inner)
  const whole = concatenated([head, new Uint8Array(sealed.iv), new Uint8Array(sealed.ciphertext)])
  return concatenated([whole, await sumOf(whole)])
}

/** What is wrong with it, told without the code. */
export async function faultOf(bytes: Uint8Array<ArrayBuffer>): Promise<ParcelFault | undefined> {
  const known = Math.min(bytes.byteLength, magic.byteLength)
  if (known === 0 || magic.subarray(0, known).some((byte, index) => byte !== bytes[index])) return 'foreign'
  const its = bytes[at.version] ?? version
  if (its !== version) return its > version ? 'newer' : 'older'
  if (bytes.byteLength < at.iv) return 'cut'
  const view = viewOf(bytes)
  const end = at.iv + ivBytes + view.getUint32(at.length)
  if (bytes.byteLength > mostParcelBytes || end > mostParcelBytes) return 'unreadable'
  if (bytes.byteLength < end + sumBytes) return 'cut'
  const iterations = view.getUint32(at.iterations)
  const sum = await sumOf(bytes.subarray(0, end))
  // Bytes that a messenger has put behind it do no harm.
  const isWhole = sum.every((byte, index) => byte === bytes[end + index])
  return isWhole && iterations > 0 && iterations <= mostIterations ? undefined : 'unreadable'
}

/** @returns what lies within a file without a fault, or that this is another code */
export async function disclose(bytes: Uint8Array<ArrayBuffer>, code: string): Promise<Disclosed | undefined> {
  const view = viewOf(bytes)
  const head = bytes.slice(0, at.iv)
  const salt = head.subarray(at.salt, at.salt + saltBytes)
  const body = at.iv + ivBytes
  const sealed = {
    iv: bytes.slice(at.iv, body).buffer,
    ciphertext: bytes.slice(body, body + view.getUint32(at.length)).buffer,
  }
  const key = await codeKey(code, salt, view.getUint32(at.iterations))
  const inner = await unseal(key, labelOf(head), sealed).catch((): undefined => undefined)
  return inner && { kind: kinds[head[at.kind] ?? -1], inner }
}

interface Disclosed {
  /** Undefined where another build has named it. */
  kind: Kind | undefined
  inner: Uint8Array<ArrayBuffer>
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

/** All of the head is authenticated with what lies within. */
const labelOf = (head: Uint8Array) => `parcel/${String.fromCharCode(...head)}`

async function sumOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, sumBytes)
}
