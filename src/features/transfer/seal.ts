import { fromBase64, toBase64 } from '../../documents/image/base64.ts'
import { disclosed, enclosed, faultOf } from './envelope.ts'
import { packed, unpacked } from './packing.ts'
import type { Parcel, ParcelFault } from './parcel.ts'

/** A parcel as one file, under a code. */
export async function sealParcel(parcel: Parcel, code: string): Promise<Uint8Array<ArrayBuffer>> {
  return enclosed(await packed(parcel), code)
}

/** What can be told without the code. */
export const peek = faultOf

export async function openParcel(
  bytes: Uint8Array<ArrayBuffer>,
  code: string,
): Promise<Parcel | { fault: ParcelFault }> {
  const fault = await faultOf(bytes)
  if (fault) return { fault }
  const inner = await disclosed(bytes, code)
  if (!inner) return { fault: 'wrongCode' }
  // Whoever has the code has made it; which word of it is wrong helps nobody.
  return unpacked(inner).catch(() => ({ fault: 'unreadable' }))
}

/** For an address: answers, and what the provider has accepted, in letters that need no escape. */
export async function sealAnswers({ dossier, items }: Parcel, code: string): Promise<string> {
  const accepted = items.flatMap(({ slot, state, createdAt, settledAt }) =>
    state === 'accepted'
      ? [{ id: `${slot}/`, slot, state, bytes: 0, createdAt, ...(settledAt ? { settledAt } : {}) }]
      : [],
  )
  const text = await toBase64(await sealParcel({ dossier, items: accepted, files: [] }, code))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export const peekAnswers = (text: string) => faultOf(bytesOf(text))

export const openAnswers = (text: string, code: string) => openParcel(bytesOf(text), code)

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return new Uint8Array(0)
  }
}
