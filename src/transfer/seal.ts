import type { Parcel, ParcelFault } from './parcel.ts'

/** A parcel as one file: `docs/architecture.md` has its format. */
export async function sealParcel(_parcel: Parcel, _code: string): Promise<Uint8Array<ArrayBuffer>> {
  throw new Error('Not made yet.')
}

/** What can be told without the code. */
export async function peek(_bytes: Uint8Array<ArrayBuffer>): Promise<ParcelFault | undefined> {
  throw new Error('Not made yet.')
}

export async function openParcel(
  _bytes: Uint8Array<ArrayBuffer>,
  _code: string,
): Promise<Parcel | { fault: ParcelFault }> {
  throw new Error('Not made yet.')
}

/** For an address: answers, and what the provider has accepted; letters that need no escape. */
export async function sealAnswers(_parcel: Parcel, _code: string): Promise<string> {
  throw new Error('Not made yet.')
}

export async function peekAnswers(_text: string): Promise<ParcelFault | undefined> {
  throw new Error('Not made yet.')
}

export async function openAnswers(_text: string, _code: string): Promise<Parcel | { fault: ParcelFault }> {
  throw new Error('Not made yet.')
}
