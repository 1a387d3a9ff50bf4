import { get, keys, values } from 'idb-keyval'
import { type DocumentType, documentTypes } from '../rules/documents.ts'
import { storeOf, writeTogether } from './database.ts'

/** A student's file on this device; a shared tablet holds several. Times in milliseconds. */
export interface Dossier {
  id: string
  /** An enrolment filled in the wizard, or the correction of documents already at the provider. */
  kind: 'enrolment' | 'correction'
  shape: 1
  createdAt: number
  savedAt: number
  /** What was typed and chosen, by control name; never "which step". */
  answers: Record<string, string>
  /** The lookup whose person stands in the answers, so that coming back does not ask again. */
  lookedUp?: string
  /** The student has seen the end, or left it: the next enrolment begins a new dossier. */
  closed?: boolean
}

const dossiers = storeOf('dossiers')

export function newDossier(kind: Dossier['kind'], now: number, answers: Record<string, string> = {}): Dossier {
  return { id: crypto.randomUUID(), kind, shape: 1, createdAt: now, savedAt: now, answers }
}

export function saveDossier(dossier: Dossier): Promise<void> {
  return writeTogether(['dossiers'], stores => {
    stores.dossiers.put(dossier, dossier.id)
  })
}

export function readDossier(id: string): Promise<Dossier | undefined> {
  return get<Dossier>(id, dossiers)
}

export function forgetDossier(id: string): Promise<void> {
  return writeTogether(['dossiers'], stores => {
    stores.dossiers.delete(id)
  })
}

/** The newest first. */
export async function listDossiers(): Promise<Dossier[]> {
  const all = await values<Dossier>(dossiers)
  return all.sort((a, b) => b.savedAt - a.savedAt)
}

/** The enrolment that the wizard goes on with. */
export async function openEnrolment(): Promise<Dossier | undefined> {
  return (await listDossiers()).find(dossier => dossier.kind === 'enrolment' && !dossier.closed)
}

export async function correctionOf(matricule: string): Promise<Dossier | undefined> {
  return (await listDossiers()).find(
    dossier => dossier.kind === 'correction' && dossier.answers.matricule === matricule,
  )
}

/** The picked file, as it came. ArrayBuffer and never Blob: iOS can't store one (dexie#1919). */
export interface Original {
  bytes: ArrayBuffer
  name: string
  type: string
  at: number
}

const originals = storeOf('originals')
export const originalKey = (dossier: string, document: DocumentType) => `${dossier}/${document}`

export function keepOriginal(dossier: string, document: DocumentType, original: Original): Promise<void> {
  return writeTogether(['originals'], stores => {
    stores.originals.put(original, originalKey(dossier, document))
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

export function forgetOriginal(dossier: string, document: DocumentType): Promise<void> {
  return writeTogether(['originals'], stores => {
    stores.originals.delete(originalKey(dossier, document))
  })
}
