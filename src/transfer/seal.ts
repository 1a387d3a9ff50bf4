import { briefOfBytes, bytesOfBrief } from './brief.ts'
import { disclose, enclose, faultOf } from './envelope.ts'
import type { Parcel, ParcelFault } from './parcel.ts'
import { bytesOfWhole, wholeOfBytes } from './whole.ts'

/** A parcel as one file, under a code. */
export async function sealParcel(parcel: Parcel, code: string): Promise<Uint8Array<ArrayBuffer>> {
  return enclose('whole', await bytesOfWhole(parcel), code)
}

/** What can be told without the code. */
export const peek = faultOf

export type Opened = Parcel | { fault: ParcelFault }

export async function openParcel(bytes: Uint8Array<ArrayBuffer>, code: string): Promise<Opened> {
  const fault = await faultOf(bytes)
  if (fault) return { fault }
  const disclosed = await disclose(bytes, code)
  if (!disclosed) return { fault: 'wrongCode' }
  const { kind, inner } = disclosed
  if (!kind) return { fault: 'newer' }
  try {
    return kind === 'whole' ? await wholeOfBytes(inner) : briefOfBytes(inner)
  } catch {
    // Whoever has the code has made it; which word of it is wrong helps nobody.
    return { fault: 'unreadable' }
  }
}

/** For an address: answers, and what the provider has accepted, in letters that need no escape. */
export async function sealAnswers(parcel: Parcel, code: string): Promise<string> {
  const text = btoa(String.fromCharCode(...(await enclose('answers', bytesOfBrief(parcel), code))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What was put into an address, for `peek` and `openParcel`; undefined where it never was. */
export function answersBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(letters, letter => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

export async function openAnswers(text: string, code: string): Promise<Opened> {
  const bytes = answersBytes(text)
  return bytes ? openParcel(bytes, code) : { fault: 'foreign' }
}

export async function peekAnswers(text: string): Promise<ParcelFault | undefined> {
  const bytes = answersBytes(text)
  return bytes ? faultOf(bytes) : 'foreign'
}
