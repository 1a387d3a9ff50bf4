import { LockedError } from '../../core/crypto/keyring.ts'
import { type Contents, contentsOf } from '../../outbox/contents.ts'
import { handed, release } from '../../outbox/handing.ts'
import { itself } from './lineage.rule.ts'
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
  const parcel = await leaving(dossier, now)
  const name = `dossier-${new Date(now).toISOString().slice(0, 10)}.dossier`
  return { bytes: await sealParcel(parcel, code), name, id: parcel.dossier.handed.id }
}

/** Answers alone, as text for an address. Refused where a photo or a call waits: those need the file. */
export async function handOverAnswers(
  dossier: string,
  code: string,
  now: number,
): Promise<{ text: string; id: string } | { refused: 'photos' }> {
  const before = await contentsOf(dossier)
  if (!before || needsFile(parcelOf(before))) return { refused: 'photos' }
  const parcel = await leaving(dossier, now)
  if (!needsFile(parcel)) return { text: await sealAnswers(parcel, code), id: parcel.dossier.handed.id }
  // Another tab was faster.
  if (!before.dossier.handed) await release(dossier)
  return { refused: 'photos' }
}

const needsFile = ({ items, files }: Parcel) => files.length > 0 || items.some(isNeeded)

/** It goes on here after all. */
export const takeBack = release

/** Whether what the other device shows proves that all that lies here has arrived there. */
export async function confirmArrival(dossier: string, typed: string): Promise<boolean> {
  const contents = await contentsOf(dossier)
  return contents?.dossier.handed !== undefined && bareProof(typed) === (await proofOf(parcelOf(contents)))
}

async function leaving(dossier: string, now: number): Promise<Parcel> {
  // 72 bits, which nobody guesses, in few letters: they are drawn, too.
  const id = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(9))))
  const contents = await handed(dossier, { at: now, id })
  if (!contents) throw new LockedError('This dossier is not there any more.')
  return parcelOf(contents)
}

function parcelOf({ dossier, items, files }: Contents): Parcel {
  return {
    dossier: itself(dossier) as Parcel['dossier'],
    items: items.map(({ item, body }) => ({ ...item, body })),
    files,
  }
}
