import { type Arriving, arrive } from '../outbox/arriving.ts'
import { type Contents, contentsOf } from '../outbox/contents.ts'
import type { Item } from '../outbox/item.ts'
import { listItems } from '../outbox/items.ts'
import { type DocumentType, documentTypes } from '../rules/documents.ts'
import type { Dossier } from '../storage/dossier.ts'
import { listMine, newDossier } from '../storage/dossiers.ts'
import { isShared } from '../storage/shared-mode.ts'
import { LockedError } from '../vault/keyring.ts'
import { newSealedId } from '../vault/sealed-id.ts'
import { counterpart } from './lineage.rule.ts'
import { merged } from './merge.rule.ts'
import type { Parcel, ParcelItem } from './parcel.ts'
import { proofOf } from './proof.ts'

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

export function describe({ madeAt, dossier, items, files }: Parcel): Description {
  const { kind, savedAt, answers, closed = false } = dossier
  const { prenom = '', nom = '', matricule = '', phone = '' } = answers
  const has = (slot: Item['slot']) => items.some(item => item.slot === slot && item.state === 'accepted')
  const isGiven = (type: DocumentType) =>
    items.some(({ slot }) => slot === type) || files.some(({ document }) => document === type)
  return {
    ...{ kind, prenom, nom, matricule, phone, madeAt, savedAt, closed },
    saved: has('save'),
    confirmed: has('code'),
    given: documentTypes.filter(isGiven),
    accepted: documentTypes.filter(has),
  }
}

/**
 * - `new`: it is on this device now, beside what was there
 * - `merged`: it was here, and has what was newer in the parcel
 * - `same`: it was here, and nothing of the parcel was newer, or this parcel was taken in before
 * - `own`: this device has made the parcel itself; nothing has changed (`takeBack` is what is wanted)
 */
export type Outcome = 'new' | 'merged' | 'same' | 'own'

export interface TakenIn {
  /** Where it lies on this device. */
  dossier: string
  /** Six signs to be typed on the device that it came from; see `confirmArrival`. Empty for `own`. */
  proof: string
  outcome: Outcome
}

interface Options {
  now: number
  /** The code that a new dossier is sealed under, on a shared device. */
  seal?: string
}

/**
 * Brings a parcel to the disk, in one step. A dossier that is here already keeps what is newer, and one that was handed
 * over from here goes on here.
 * @throws LockedError on a shared device without a code to seal it under, where the dossier is not open here;
 * DOMException when the device has no room: nothing has changed then
 */
export async function takeIn(parcel: Parcel, { now, seal }: Options): Promise<TakenIn> {
  const proof = await proofOf(parcel)
  for (;;) {
    const found = counterpart((await listMine()).mine, parcel)
    const here = found && (await contentsOf(found.id))
    if (here?.dossier.handed?.id === parcel.id) return { dossier: here.dossier.id, proof: '', outcome: 'own' }
    const arriving = here ? ontoIt(here, parcel, now) : await asNew(parcel, now, seal)
    if (!arriving) return { dossier: here?.dossier.id ?? '', proof, outcome: 'same' }
    const { id } = arriving.dossier
    const items = await withFreeIds(arriving.items, id)
    // What has changed while it was sealed is looked at once more.
    if (await arrive({ ...arriving, items }, here)) return { dossier: id, proof, outcome: here ? 'merged' : 'new' }
  }
}

function ontoIt(here: Contents, parcel: Parcel, now: number): Arriving | undefined {
  const { dossier, files } = here
  if (dossier.taken?.id === parcel.id) return undefined
  const picks = Object.fromEntries(files.map(({ document, at }) => [document, at]))
  const items = here.items.map(({ item }) => item)
  const result = merged({ dossier, items, picks }, parcel, now)
  if (!result) return undefined
  const accepted = result.accepted.map(({ item: { id }, by: { settledAt, reply } }) => ({
    id,
    ...(settledAt === undefined ? {} : { settledAt }),
    ...(reply ? { reply } : {}),
  }))
  return { ...result, accepted, items: result.items.map(item => itemOf(item, dossier.id, now)) }
}

async function asNew(parcel: Parcel, now: number, code: string | undefined): Promise<Arriving> {
  const shared = await isShared()
  if (shared && !code) throw new LockedError('Nothing is taken in without a code.')
  const { id, lineage, items, files } = parcel
  // A sealed one that has ended opens at its end, which its accepted items tell.
  const { closed, ...about } = parcel.dossier
  const dossier: Dossier = {
    ...newDossier(about.kind, now),
    ...about,
    ...(closed && !shared ? { closed } : {}),
    ...(shared ? { id: newSealedId() } : {}),
    savedAt: now,
    lineage,
    taken: { id, at: now, savedAt: about.savedAt },
  }
  const own = items.map(item => itemOf(item, dossier.id, now))
  return { dossier, code, items: own, files, forgotten: [], accepted: [], dropped: [] }
}

/** As it waits here: this device has tried nothing yet, and nothing keeps it from trying. */
function itemOf({ body, ...item }: ParcelItem, dossier: string, now: number): Arriving['items'][number] {
  return { item: { ...item, shape: 1, dossier, attempts: 0, notBefore: now }, body }
}

/** A request keeps its id wherever it goes; unless another dossier of this device has the very same parcel's. */
async function withFreeIds(items: Arriving['items'], dossier: string): Promise<Arriving['items']> {
  const others = (await listItems()).filter(item => item.dossier !== dossier)
  const isTaken = (id: string) => others.some(other => other.id === id)
  return items.map(({ item, body }) => ({ item: isTaken(item.id) ? { ...item, id: crypto.randomUUID() } : item, body }))
}
