import { get, keys, values } from 'idb-keyval'
import * as v from 'valibot'
import { type DocumentType, documentTypes } from '../rules/documents.ts'
import { awaitingKey } from './awaiting.ts'
import { readThenWrite, storeOf, writeTogether } from './database.ts'
import { markKept, unmark, wasKept } from './marker.ts'

const dossier = v.object({
  id: v.string(),
  /** An enrolment filled in the wizard, or the correction of documents already at the provider. */
  kind: v.picklist(['enrolment', 'correction']),
  /** Raised when a build can't read what an earlier one wrote. */
  shape: v.literal(1),
  createdAt: v.number(),
  savedAt: v.number(),
  /** What was typed and chosen, by control name; never "which step". */
  answers: v.record(v.string(), v.string()),
  /** The lookup whose person stands in the answers, so that coming back does not ask again. */
  lookedUp: v.exactOptional(v.string()),
  /** The student has seen the end, or left it: the next enrolment begins a new dossier. */
  closed: v.exactOptional(v.boolean()),
})

/** A student's file on this device; a shared tablet holds several. Times in milliseconds. */
export type Dossier = v.InferOutput<typeof dossier>

const dossiers = storeOf('dossiers')

export function newDossier(kind: Dossier['kind'], now: number, answers: Record<string, string> = {}): Dossier {
  return { id: crypto.randomUUID(), kind, shape: 1, createdAt: now, savedAt: now, answers }
}

export async function saveDossier(saved: Dossier): Promise<void> {
  await writeTogether(['dossiers'], stores => {
    stores.dossiers.put(saved, saved.id)
  })
  markKept()
}

export async function forgetDossier(id: string): Promise<void> {
  await writeTogether(['dossiers'], stores => {
    stores.dossiers.delete(id)
  })
  if ((await keys(dossiers)).length === 0) unmark()
}

/** The newest first. What this build can't read stays where it is, for one that can. */
export async function listDossiers(): Promise<{ readable: Dossier[]; aside: number; wiped: boolean }> {
  const all = await values<unknown>(dossiers)
  const readable = all.filter(candidate => v.is(dossier, candidate)).sort((a, b) => b.savedAt - a.savedAt)
  return { readable, aside: all.length - readable.length, wiped: all.length === 0 && wasKept() }
}

/** The enrolment that the wizard goes on with, and what of earlier ones can't be shown. */
export async function openEnrolment() {
  const { readable, aside, wiped } = await listDossiers()
  return { draft: readable.find(({ kind, closed }) => kind === 'enrolment' && !closed), aside, wiped }
}

export async function correctionOf(matricule: string): Promise<Dossier | undefined> {
  const { readable } = await listDossiers()
  return readable.find(({ kind, answers }) => kind === 'correction' && answers.matricule === matricule)
}

/** The picked file, as it came. ArrayBuffer and never Blob: iOS can't store one (dexie#1919). */
export interface Original {
  bytes: ArrayBuffer
  name: string
  type: string
  at: number
  /** Tells one pick from the next, also of the same file. */
  pick?: string
}

const originals = storeOf('originals')
export const originalKey = (dossier: string, document: DocumentType) => `${dossier}/${document}`

/** In one step with no longer waiting for it: a page that dies has either the photo or the word that it is missing. */
export function keepOriginal(dossier: string, document: DocumentType, original: Original): Promise<void> {
  return writeTogether(['originals', 'kept'], stores => {
    stores.originals.put(original, originalKey(dossier, document))
    stores.kept.delete(awaitingKey)
  })
}

/** Which documents were picked and not prepared before the page ended; reads no photo. */
export async function keptOriginals(dossier: string): Promise<DocumentType[]> {
  const all = await keys<string>(originals)
  return documentTypes.filter(document => all.includes(originalKey(dossier, document)))
}

export function originalOf(dossier: string, document: DocumentType): Promise<Original | undefined> {
  return get<Original>(originalKey(dossier, document), originals)
}

/** A newer pick than the one that is named stays: another tab has made it meanwhile. */
export function forgetOriginal(dossier: string, document: DocumentType, pick?: string): Promise<void> {
  const key = originalKey(dossier, document)
  return readThenWrite(['originals'], stores => {
    const reading = stores.originals.get(key)
    reading.onsuccess = () => {
      if ((reading.result as Original | undefined)?.pick === pick) stores.originals.delete(key)
    }
  })
}
