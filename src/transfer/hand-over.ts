import { type Contents, contentsOf } from '../outbox/contents.ts'
import { handed, release } from '../outbox/handing.ts'
import type { Dossier } from '../storage/dossier.ts'
import { LockedError } from '../vault/keyring.ts'
import { answersWritten, lineageOf } from './lineage.rule.ts'
import type { Parcel } from './parcel.ts'
import { bareProof, isNeeded, proofOf } from './proof.ts'
import { sealAnswers, sealParcel } from './seal.ts'

export interface HandedFile {
  bytes: Uint8Array<ArrayBuffer>
  /** For the download; says nothing of anybody. */
  name: string
  /** Of the parcel. */
  id: string
}

/**
 * Makes one file of a dossier. Before anything of it leaves it is marked as handed over: nothing of it is sent from this
 * device any more. What is on its way is cut off, or its answer awaited, which may take minutes. Asked again it makes
 * another file; only the last one's arrival can be confirmed.
 * @throws LockedError when it is not there, or sealed and not open
 */
export async function handOver(dossier: string, code: string, now: number): Promise<HandedFile> {
  const parcel = await markedParcel(dossier, now)
  const name = `dossier-${new Date(now).toISOString().slice(0, 10)}.dossier`
  return { bytes: await sealParcel(parcel, code), name, id: parcel.id }
}

/** Answers alone, as text for an address. Refused where a photo or a call waits: those need the file. */
export async function handOverAnswers(
  dossier: string,
  code: string,
  now: number,
): Promise<{ text: string; id: string } | { refused: 'photos' }> {
  const before = await contentsOf(dossier)
  if (!before || !suffice(before)) return { refused: 'photos' }
  const parcel = await markedParcel(dossier, now)
  if (!suffice(parcel)) {
    // Another tab was faster.
    if (!before.dossier.handed) await release(dossier)
    return { refused: 'photos' }
  }
  return { text: await sealAnswers(parcel, code), id: parcel.id }
}

/** Whether there is nothing but answers, and what the provider has accepted. */
export async function answersSuffice(dossier: string): Promise<boolean> {
  const contents = await contentsOf(dossier)
  return contents !== undefined && suffice(contents)
}

function suffice({ items, files }: Contents | Parcel): boolean {
  const all = items.map(one => ('item' in one ? one.item : one))
  return files.length === 0 && !all.some(({ state, slot }) => isNeeded(state, slot))
}

/** It goes on here after all. */
export const takeBack = release

/** Whether what the other device shows proves that all that lies here has arrived there. */
export async function confirmArrival(dossier: string, typed: string): Promise<boolean> {
  const contents = await contentsOf(dossier)
  const mark = contents?.dossier.handed
  return mark !== undefined && bareProof(typed) === (await proofOf(parcelOf(contents as Contents, mark)))
}

async function markedParcel(dossier: string, now: number): Promise<Parcel> {
  // A short one: it is drawn, too. 72 bits nobody guesses.
  const mark = { at: now, id: newId() }
  const contents = await handed(dossier, mark)
  if (!contents) throw new LockedError('This dossier is not there any more.')
  return parcelOf(contents, mark)
}

const newId = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(9))))

function parcelOf({ dossier, items, files }: Contents, mark: NonNullable<Dossier['handed']>): Parcel {
  const { kind, createdAt, answers, lookedUp, closed } = dossier
  return {
    id: mark.id,
    madeAt: mark.at,
    lineage: lineageOf(dossier),
    dossier: {
      kind,
      createdAt,
      savedAt: answersWritten(dossier),
      answers,
      ...(lookedUp === undefined ? {} : { lookedUp }),
      ...(closed ? { closed } : {}),
    },
    items: items.map(travelling),
    files,
  }
}

function travelling({ item, body }: Contents['items'][number]): Parcel['items'][number] {
  const { id, slot, endpoint, digest, bytes, state, createdAt } = item
  const { settledAt, reply, left, fingerprint, gzippedBytes } = item
  return {
    ...{ id, slot, endpoint, digest, bytes, state, createdAt },
    ...(settledAt === undefined ? {} : { settledAt }),
    ...(reply ? { reply } : {}),
    ...(left ? { left } : {}),
    ...(fingerprint ? { fingerprint } : {}),
    ...(gzippedBytes === undefined ? {} : { gzippedBytes }),
    ...(body === undefined || state === 'accepted' ? {} : { body }),
  }
}
