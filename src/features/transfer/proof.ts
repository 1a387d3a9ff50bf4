import { isDocument } from '../../outbox/item.ts'
import type { Parcel, ParcelItem } from './parcel.ts'

/** Signs that are not taken for one another, when they are read from one screen and typed on another. */
const signs = '34679ACDEFGHJKMNPQRTWXY'
const length = 6

/**
 * What the device that has taken a parcel in shows, for the one that it came from. Only who has opened the parcel can
 * know it, and it is another one where a single answer, photo or request differs from what lies at the source by then.
 */
export async function proofOf({ dossier, items, files }: Parcel): Promise<string> {
  const content = [
    Object.entries(dossier.answers).map(String).sort(),
    items.flatMap(item => (item.state === 'accepted' ? [item.slot] : isNeeded(item) ? [item.id] : [])).sort(),
    files.map(({ document, pick }) => `${document}/${pick}`).sort(),
  ]
  const text = new TextEncoder()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(dossier.handed.id), hmac, false, ['sign'])
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(JSON.stringify(content))))
  return Array.from(mac.subarray(0, length), byte => signs[byte % signs.length]).join('')
}

/** A short call that was refused is made again from the answers. */
export const isNeeded = ({ state, slot }: Pick<ParcelItem, 'state' | 'slot'>): boolean =>
  state === 'waiting' || (state === 'refused' && isDocument(slot))

/** However it was typed. */
export const bareProof = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
