import { endpoints } from '../../core/api/endpoints.ts'
import { LockedError, newEncryptedId } from '../../core/crypto/keyring.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import { listDossiers, listMine } from '../../core/db/dossiers.ts'
import { encryptedWithPackage } from '../../core/db/encrypted-dossiers.ts'
import { isShared } from '../../core/db/shared-mode.ts'
import { createState } from '../../core/platform/signals.ts'
import { contentsOf } from '../../outbox/contents.ts'
import { type Arriving, importContents } from '../../outbox/import.ts'
import type { Item } from '../../outbox/item.ts'
import { listItems } from '../../outbox/items.ts'
import { type DocumentType, documentTypes } from '../../spec/documents.ts'
import { confirmationCodeOf } from './export-dossier.ts'
import { asImported, counterpart, knownAs, type Merged, merged } from './merge.rule.ts'
import type { TransferPackage } from './schema.ts'
import { callOf } from './schema.ts'

/** What a transfer package holds, in facts for a screen. */
export interface Description {
  kind: Dossier['kind']
  prenom: string
  nom: string
  matricule: string
  /** The phone number that gets the payment: the student must see it before the import. */
  phone: string
  madeAt: number
  savedAt: number
  /** What the provider has accepted. */
  saved: boolean
  confirmed: boolean
  /** Documents given so far, sent or not; and those that the provider has accepted. */
  given: readonly DocumentType[]
  accepted: readonly DocumentType[]
  closed: boolean
}

export function describe({ dossier, items, files }: TransferPackage): Description {
  const { kind, savedAt, answers, transferred, closed = false } = dossier
  const { prenom = '', nom = '', matricule = '', phone = '' } = answers
  const has = (requestKey: Item['requestKey']) =>
    items.some(item => item.requestKey === requestKey && item.state === 'accepted')
  const requestKeys = [
    ...items.map(({ requestKey }) => requestKey),
    ...files.map(({ document }) => document),
  ]
  return {
    ...{ kind, prenom, nom, matricule, phone, madeAt: transferred.at, savedAt, closed },
    saved: has('save'),
    confirmed: has('code'),
    given: documentTypes.filter(type => requestKeys.includes(type)),
    accepted: documentTypes.filter(has),
  }
}

/**
 * - `new`: the dossier is on this device now, beside what was there
 * - `merged`: it was here, and has got what was newer in the package
 * - `same`: it was here, and nothing in the package was newer, or the package was imported before
 * - `own`: this device made the package and has transferred the dossier; nothing has changed (use
 * `cancelExport`)
 * - `here`: it is on this shared device, and not open; nothing has changed
 */
export type Outcome = 'new' | 'merged' | 'same' | 'own' | 'here'

export interface Imported {
  /** Its id on this device. */
  dossier: string
  /**
   * Six characters to type on the sending device; see `confirmArrival`. Empty where that is this
   * device.
   */
  confirmationCode: string
  outcome: Outcome
}

interface Options {
  now: number
  /** The code that encrypts a new dossier on a shared device. */
  code?: string
}

/**
 * Imports a transfer package in one transaction. A dossier that is here already keeps what is
 * newer, and one that was transferred from here becomes active again.
 * @throws LockedError on a shared device without a code to encrypt it, where the dossier is not
 * open here; DOMException when the device has no room: nothing has changed then
 */
export async function importPackage(
  pkg: TransferPackage,
  { now, code }: Options,
): Promise<Imported> {
  const { id } = pkg.dossier.transferred
  const confirmationCode = await confirmationCodeOf(pkg)
  for (;;) {
    const found = counterpart((await listMine()).mine, pkg.dossier)
    const here = found && (await contentsOf(found.id))
    const known = here && knownAs(here.dossier, id)
    if (known) return alreadyHere(here.dossier, known === 'taken' ? confirmationCode : '')
    const closed = here ? undefined : await lockedWith(id)
    if (closed)
      return {
        dossier: closed.id,
        confirmationCode: closed.made ? '' : confirmationCode,
        outcome: 'here',
      }
    const next = here
      ? merged({ ...here, items: here.items.map(({ item }) => item) }, pkg, now)
      : await asNew(pkg, now, code)
    if (!next) return { dossier: here?.dossier.id ?? '', confirmationCode, outcome: 'same' }
    const items = await waitingHere(next, now)
    // If the stored dossier changed during the encryption, merge again.
    if (await importContents({ ...next, items, code }, here))
      return { dossier: next.dossier.id, confirmationCode, outcome: here ? 'merged' : 'new' }
  }
}

/**
 * A dossier transferred from here continues with `cancelExport`, unless it was cancelled before.
 */
const alreadyHere = ({ id, transferred }: Dossier, confirmationCode: string): Imported => ({
  dossier: id,
  confirmationCode,
  outcome: transferred && confirmationCode === '' ? 'own' : 'same',
})

/**
 * A locked dossier that made or imported this package: a second import beside it would send its
 * photos twice.
 */
async function lockedWith(pkg: string): Promise<{ id: string; made: boolean } | undefined> {
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
  const { transferred: _, closed, ...about } = dossier
  const id = shared ? newEncryptedId() : crypto.randomUUID()
  const began = { ...about, id, originId: about.id }
  const own = asImported(began, pkg, began, now)
  // An encrypted dossier that has ended opens at its last step, which its accepted items show.
  return {
    dossier: closed && !shared ? { ...own, closed } : own,
    items,
    files,
    forgotten: [],
    dropped: [],
  }
}

/**
 * Resets the items: this device has made no attempt yet, so no pause applies. A request keeps its
 * id on every device, unless another dossier here has a request with that id.
 */
async function waitingHere({ dossier, items }: Merged, now: number): Promise<Arriving['items']> {
  const others = (await listItems()).filter(item => item.dossier !== dossier.id).map(({ id }) => id)
  return items.map(({ body, ...item }) => ({
    item: {
      ...item,
      id: others.includes(item.id) ? crypto.randomUUID() : item.id,
      shape: 1,
      dossier: dossier.id,
      endpoint: endpoints[callOf(dossier.kind, item.requestKey)].waits.as,
      attempts: 0,
      notBefore: now,
    },
    body,
  }))
}

/**
 * A received package that is not decrypted yet: a file's bytes, or the text from a QR code's
 * address.
 */
export type Arrival = Uint8Array<ArrayBuffer> | string

export const arrived = createState<Arrival | undefined>(undefined)
