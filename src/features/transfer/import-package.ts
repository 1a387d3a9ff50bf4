import { endpoints } from '../../core/api/endpoints.ts'
import { LockedError, newEncryptedId } from '../../core/crypto/keyring.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import { listDossiers, listMine } from '../../core/db/dossiers.ts'
import { encryptedWithPackage } from '../../core/db/encrypted-dossiers.ts'
import { isShared } from '../../core/db/shared-mode.ts'
import { createState } from '../../core/platform/signals.ts'
import { contentsOf } from '../../outbox/export.ts'
import { type Arriving, arrive } from '../../outbox/import.ts'
import type { Item } from '../../outbox/item.ts'
import { listItems } from '../../outbox/items.ts'
import { type DocumentType, documentTypes } from '../../spec/documents.ts'
import { confirmationCodeOf } from './export-dossier.ts'
import { cameIn, counterpart, knownAs, type Merged, merged } from './merge.rule.ts'
import type { TransferPackage } from './package.ts'
import { callOf } from './schema.ts'

/** What a parcel holds, in facts for a screen. */
export interface Description {
  kind: Dossier['kind']
  prenom: string
  nom: string
  matricule: string
  /** Where the money will go: to be seen before it is taken. */
  phone: string
  madeAt: number
  savedAt: number
  /** What the provider has said yes to. */
  saved: boolean
  confirmed: boolean
  /** Given so far, sent or not; and those of them that the provider has. */
  given: readonly DocumentType[]
  accepted: readonly DocumentType[]
  closed: boolean
}

export function describe({ dossier, items, files }: TransferPackage): Description {
  const { kind, savedAt, answers, handed, closed = false } = dossier
  const { prenom = '', nom = '', matricule = '', phone = '' } = answers
  const has = (requestKey: Item['slot']) => items.some(item => item.slot === requestKey && item.state === 'accepted')
  const requestKeys = [...items.map(({ slot: requestKey }) => requestKey), ...files.map(({ document }) => document)]
  return {
    ...{ kind, prenom, nom, matricule, phone, madeAt: handed.at, savedAt, closed },
    saved: has('save'),
    confirmed: has('code'),
    given: documentTypes.filter(type => requestKeys.includes(type)),
    accepted: documentTypes.filter(has),
  }
}

/**
 * - `new`: it is on this device now, beside what was there
 * - `merged`: it was here, and has what was newer in the parcel
 * - `same`: it was here, and nothing of the parcel was newer, or this parcel was taken in before
 * - `own`: this device has made the parcel itself, and is away; nothing has changed (`cancelExport` is what is wanted)
 * - `here`: it lies on this shared device, and is not open; nothing has changed
 */
export type Outcome = 'new' | 'merged' | 'same' | 'own' | 'here'

export interface Imported {
  /** Where it lies on this device. */
  dossier: string
  /** Six signs to be typed on the device that it came from; see `confirmArrival`. Empty where that is this one. */
  confirmationCode: string
  outcome: Outcome
}

interface Options {
  now: number
  /** The code that a new dossier is sealed under, on a shared device. */
  code?: string
}

/**
 * Brings a parcel to the disk, in one step. A dossier that is here already keeps what is newer, and one that was handed
 * over from here goes on here.
 * @throws LockedError on a shared device without a code to seal it under, where the dossier is not open here;
 * DOMException when the device has no room: nothing has changed then
 */
export async function importPackage(pkg: TransferPackage, { now, code }: Options): Promise<Imported> {
  const { id } = pkg.dossier.handed
  const confirmationCode = await confirmationCodeOf(pkg)
  for (;;) {
    const found = counterpart((await listMine()).mine, pkg.dossier)
    const here = found && (await contentsOf(found.id))
    const known = here && knownAs(here.dossier, id)
    if (known) return familiar(here.dossier, known === 'taken' ? confirmationCode : '')
    const closed = here ? undefined : await notOpen(id)
    if (closed) return { dossier: closed.id, confirmationCode: closed.made ? '' : confirmationCode, outcome: 'here' }
    const next = here
      ? merged({ ...here, items: here.items.map(({ item }) => item) }, pkg, now)
      : await asNew(pkg, now, code)
    if (!next) return { dossier: here?.dossier.id ?? '', confirmationCode, outcome: 'same' }
    const items = await waitingHere(next, now)
    // What has changed while it was sealed is looked at once more.
    if (await arrive({ ...next, items, code }, here))
      return { dossier: next.dossier.id, confirmationCode, outcome: here ? 'merged' : 'new' }
  }
}

/** What was made here is gone on with by `cancelExport`, unless that was done before. */
const familiar = ({ id, handed }: Dossier, confirmationCode: string): Imported => ({
  dossier: id,
  confirmationCode,
  outcome: handed && confirmationCode === '' ? 'own' : 'same',
})

/** Taken in once more beside it, its photos would be sent twice; what was made of it here is held. */
async function notOpen(pkg: string): Promise<{ id: string; made: boolean } | undefined> {
  const { readable } = await listDossiers()
  const [unencrypted] = readable.flatMap(one => {
    const known = knownAs(one, pkg)
    return known ? [{ id: one.id, made: known === 'made' }] : []
  })
  return unencrypted ?? ((await isShared()) ? encryptedWithPackage(pkg) : undefined)
}

async function asNew(pkg: TransferPackage, now: number, code: string | undefined): Promise<Merged> {
  const { dossier, items, files } = pkg
  const shared = await isShared()
  if (shared && !code) throw new LockedError('Nothing is taken in without a code.')
  const { handed: _, closed, ...about } = dossier
  const id = shared ? newEncryptedId() : crypto.randomUUID()
  const began = { ...about, id, lineage: about.id }
  const own = cameIn(began, pkg, began, now)
  // A sealed one that has ended opens at its end, which its accepted items tell.
  return { dossier: closed && !shared ? { ...own, closed } : own, items, files, forgotten: [], dropped: [] }
}

/**
 * This device has tried nothing yet, and nothing keeps it from trying. A request keeps its id wherever it goes; unless
 * another dossier of this device has one of that id.
 */
async function waitingHere({ dossier, items }: Merged, now: number): Promise<Arriving['items']> {
  const others = (await listItems()).filter(item => item.dossier !== dossier.id).map(({ id }) => id)
  return items.map(({ body, ...item }) => ({
    item: {
      ...item,
      id: others.includes(item.id) ? crypto.randomUUID() : item.id,
      shape: 1,
      dossier: dossier.id,
      endpoint: endpoints[callOf(dossier.kind, item.slot)].waits.as,
      attempts: 0,
      notBefore: now,
    },
    body,
  }))
}

/** A dossier that has come and was not opened yet: a file's bytes, or what a QR code's address had in it. */
export type Arrival = Uint8Array<ArrayBuffer> | string

export const arrived = createState<Arrival | undefined>(undefined)
