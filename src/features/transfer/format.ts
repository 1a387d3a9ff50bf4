import { decrypt, encrypt } from '../../core/crypto/cipher.ts'
import { foldCode } from '../../core/crypto/codes.rule.ts'
import { deriveCodeKey, fewestRounds, saltBytes } from '../../core/crypto/dossier-key.ts'
import { fromBase64, toBase64 } from '../../documents/image/base64.ts'
import { bigEndian, packed, together, unpacked } from './packing.ts'
import { mostPackageBytes, type PackageFault, type TransferPackage } from './schema.ts'

/**
 * The outer format of an encrypted transfer package (docs/architecture.md, "A dossier that moves"):
 * type, version, key derivation, length and checksum, so that a cut, damaged or foreign file is
 * told from a wrong code.
 */

const magic = new TextEncoder().encode('DOSSIER')
const version = 1
const at = { version: 7, iterations: 8, salt: 12, length: 28, iv: 32, body: 44 } as const
const tagBytes = 16
const sumBytes = 4
/** More than a cheap phone computes in a minute: no build of the portal asks for so many. */
const mostIterations = 5_000_000

export async function enclosed(
  inner: Uint8Array<ArrayBuffer>,
  code: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const length = bigEndian(inner.byteLength + tagBytes)
  const head = together([magic, new Uint8Array([version]), bigEndian(fewestRounds), salt, length])
  const { iv, ciphertext } = await encrypt(
    await deriveCodeKey(foldCode(code), salt, fewestRounds),
    labelOf(head),
    inner,
  )
  const whole = together([head, new Uint8Array(iv), new Uint8Array(ciphertext)])
  return together([whole, await sumOf(whole)])
}

/** What is wrong with the file, found without the code. */
export async function faultOf(bytes: Uint8Array<ArrayBuffer>): Promise<PackageFault | undefined> {
  const known = bytes.subarray(0, magic.byteLength)
  if (known.byteLength === 0 || known.some((byte, index) => byte !== magic[index])) return 'foreign'
  const its = bytes[at.version] ?? version
  if (its !== version) return its > version ? 'newer' : 'foreign'
  if (bytes.byteLength < at.body) return 'cut'
  const end = endOf(bytes)
  if (Math.max(bytes.byteLength, end) > mostPackageBytes) return 'unreadable'
  if (bytes.byteLength < end + sumBytes) return 'cut'
  const sum = await sumOf(bytes.subarray(0, end))
  // Extra bytes that a messenger app has appended do no harm.
  const isWhole = sum.every((byte, index) => byte === bytes[end + index])
  return isWhole && numberAt(bytes, at.iterations) <= mostIterations ? undefined : 'unreadable'
}

/** @returns the content of a file without a fault; undefined for a wrong code */
export async function disclosed(bytes: Uint8Array<ArrayBuffer>, code: string) {
  const iterations = numberAt(bytes, at.iterations)
  const encrypted = {
    iv: bytes.slice(at.iv, at.body).buffer,
    ciphertext: bytes.slice(at.body, endOf(bytes)).buffer,
  }
  try {
    const key = await deriveCodeKey(foldCode(code), bytes.slice(at.salt, at.length), iterations)
    return await decrypt(key, labelOf(bytes.subarray(0, at.iv)), encrypted)
  } catch {
    return undefined
  }
}

const numberAt = ({ buffer, byteOffset }: Uint8Array, index: number) =>
  new DataView(buffer, byteOffset).getUint32(index)

const endOf = (bytes: Uint8Array) => at.body + numberAt(bytes, at.length)

/** The whole head is authenticated together with the content. */
const labelOf = (head: Uint8Array) => `package/${String.fromCharCode(...head)}`

async function sumOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, sumBytes)
}

/** A transfer package as one file, encrypted with a code. */
export async function encryptPackage(
  pkg: TransferPackage,
  code: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return enclosed(await packed(pkg), code)
}

/** What is wrong with a file, found without the code. */
export const peek = faultOf

export async function decryptPackage(
  bytes: Uint8Array<ArrayBuffer>,
  code: string,
): Promise<TransferPackage | { fault: PackageFault }> {
  const fault = await faultOf(bytes)
  if (fault) return { fault }
  const inner = await disclosed(bytes, code)
  if (!inner) return { fault: 'wrongCode' }
  // The code was right, so the sender made this content; which part of it is invalid would help no
  // student.
  return unpacked(inner).catch(() => ({ fault: 'unreadable' }))
}

/** Answers and accepted items for an address, in characters that need no escape. */
export async function encryptAnswers(
  { dossier, items }: TransferPackage,
  code: string,
): Promise<string> {
  const accepted = items.flatMap(({ requestKey, state, createdAt, settledAt }) =>
    state === 'accepted'
      ? [
          {
            id: `${requestKey}/`,
            requestKey,
            state,
            bytes: 0,
            createdAt,
            ...(settledAt ? { settledAt } : {}),
          },
        ]
      : [],
  )
  const text = await toBase64(await encryptPackage({ dossier, items: accepted, files: [] }, code))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export const peekAnswers = (text: string) => faultOf(bytesOf(text))

export const openAnswers = (text: string, code: string) => decryptPackage(bytesOf(text), code)

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return new Uint8Array(0)
  }
}
