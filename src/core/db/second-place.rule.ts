import { isEncrypted } from '../crypto/keyring.ts'

/** What lies in the second place (second-place.ts), and what of it the database lacks. Pure. */

export const copiedStores = ['dossiers', 'sourceFiles', 'queue', 'payloads'] as const
export type CopiedStore = (typeof copiedStores)[number]

/** The copy of a record, as its address tells: to know it, no copy is read. */
export interface Copy {
  store: CopiedStore
  key: string
  /** A dossier, or its document or call: `dossier/requestKey`. */
  owner: string
  /** Milliseconds: when its answers were written, its photo was prepared or its request was made. */
  at: number
  /** The provider has accepted the request. */
  accepted: boolean
  /** SHA-256 of the copy, in hex. */
  digest: string
}

const base = '/garde/'

export const addressOf = ({ store, key, owner, at, accepted, digest }: Copy): string =>
  base + encodeURIComponent(JSON.stringify([store, key, owner, at, accepted, digest]))

/** @returns none for what is no copy */
export function copyAt(address: string): Copy[] {
  try {
    const words = decodeURIComponent(new URL(address).pathname.slice(base.length))
    const [store, key, owner, at, accepted, digest] = JSON.parse(words)
    return [{ store, key, owner, at, accepted, digest }]
  } catch {
    return []
  }
}

/** What a record says of itself, whichever build wrote it; nothing of it is certain. */
export type Row = Readonly<Record<string, unknown>> | undefined

/** As JSON in one line, with the bytes of its buffers behind it. */
export function packRecord(record: unknown): Uint8Array<ArrayBuffer> {
  const buffers: ArrayBuffer[] = []
  const words = JSON.stringify(record, (_, value) => {
    if (!(value instanceof ArrayBuffer)) return value
    buffers.push(value)
    return { $: value.byteLength }
  })
  const parts = [new TextEncoder().encode(`${words}\n`), ...buffers.map(one => new Uint8Array(one))]
  const packed = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    packed.set(part, end)
    end += part.length
  }
  return packed
}

export function unpackRecord(packed: Uint8Array<ArrayBuffer>): unknown {
  let end = packed.indexOf(10) + 1
  return JSON.parse(new TextDecoder().decode(packed.subarray(0, end)), (_, value) => {
    if (typeof value?.$ !== 'number') return value
    end += value.$
    return packed.slice(end - value.$, end).buffer
  })
}

/** The database, without its photos. */
export interface Records {
  dossiers: ReadonlyMap<string, Row>
  queue: ReadonlyMap<string, Row>
  payloads: ReadonlySet<string>
  sourceFiles: ReadonlySet<string>
  /** The keys of what the device itself knows. */
  device: ReadonlySet<string>
}

const parts = {
  dossiers: ['id', 'savedAt'],
  queue: ['id', 'dossier', 'requestKey', 'endpoint', 'digest', 'state', 'createdAt'],
} as const

/** Another build's shape is sound: it stays for a build that can read it. */
export function isSound(store: keyof typeof parts, row: Row): row is NonNullable<Row> {
  if (typeof row !== 'object' || typeof row?.shape !== 'number') return false
  return row.shape > 1 || parts[store].every(part => row[part] !== undefined)
}

/**
 * The copies of what the database has lost. What was replaced, sent or moved on stays away.
 * @param now in milliseconds: where the clock was set back, nobody knows which answers are later
 */
export function lostRecords(copies: readonly Copy[], records: Records, now: number): Copy[] {
  const { dossiers, queue, payloads, sourceFiles, device } = records
  const of = (store: CopiedStore) =>
    copies.filter(copy => copy.store === store && opens(copy, device))
  const items = [...queue.values()].filter(row => isSound('queue', row)) as NonNullable<Row>[]
  const there = (owner: string) => items.find(row => ownerOf(row) === owner)

  // An encrypted one fits no key but that which lies there.
  const isRolledBack = ({ key, at }: Copy) =>
    !isEncrypted(key) && Number(dossiers.get(key)?.savedAt) < at && at <= now
  const lostDossiers = of('dossiers').filter(
    copy => !isSound('dossiers', dossiers.get(copy.key)) || isRolledBack(copy),
  )
  const newest = of('queue').filter(
    (one, _, all) => !all.some(({ owner, at }) => owner === one.owner && at > one.at),
  )
  const lostItems = newest.filter(({ key, owner, accepted, at }) => {
    const row = queue.get(key)
    if (isSound('queue', row)) return accepted && row.state === 'waiting'
    return !(Number(there(owner)?.createdAt) >= at)
  })
  const lostPayloads = of('payloads').filter(({ key }) => {
    if (payloads.has(key)) return false
    const copy = lostItems.find(item => item.key === key)
    const row = items.find(({ id }) => id === key)
    return copy ? !copy.accepted : row !== undefined && row.state !== 'accepted'
  })
  const lostFiles = of('sourceFiles').filter(({ key, at }) => {
    const dossier = key.split('/')[0] ?? ''
    const back = lostDossiers.find(({ owner }) => owner === dossier)
    const isHere = sourceFiles.has(key) && !(back && dossiers.has(dossier))
    const made = Number(there(key)?.createdAt ?? lostItems.find(({ owner }) => owner === key)?.at)
    return !isHere && (back || dossiers.has(dossier)) && !(made >= at)
  })
  return [...lostDossiers, ...lostItems, ...lostPayloads, ...lostFiles]
}

export const ownerOf = (row: NonNullable<Row>): string => `${row.dossier}/${row.requestKey}`

/** Whether the key to it is still on the device: it is never copied. */
function opens({ store, owner }: Copy, device: ReadonlySet<string>): boolean {
  if (!isEncrypted(owner)) return true
  const dossier = owner.split('/')[0]
  return device.has(
    store === 'queue' || store === 'payloads' ? 'device-key' : `guess-key/${dossier}`,
  )
}
