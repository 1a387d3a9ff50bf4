import * as v from 'valibot'
import { documentTypes } from '../../../src/spec/documents.ts'
import { type Remark, remarks } from '../../../src/spec/remarks.ts'
import type { DocumentState } from '../documents/document-state.ts'
import { listVersions, versionImage } from '../documents/versions.ts'
import { type AuditAction, readAudit, recordAudit } from '../monitoring/audit.ts'
import { findByMatricule } from '../students/students.ts'
import type { Provider } from '../window/provider.ts'
import { shortDigest } from './lines.ts'
import type { Operator } from './operator.ts'

const Answers = v.record(v.string(), v.string())
const text = v.nullable(v.string())

const Photograph = v.object({
  type: v.picklist(documentTypes),
  file: v.string(),
  state: v.picklist(['received', 'validated', 'rejected']),
  message: text,
  digest: v.string(),
  bytes: v.number(),
  receivedAt: v.string(),
  /** What the portal told the student of it (docs/contract.md). */
  remarks: v.array(v.picklist(remarks)),
})

/** All data about a student, as it leaves the database; the photographs are files beside it. */
export const Dossier = v.object({
  student: v.object({
    matricule: v.string(),
    nom: v.string(),
    prenom: v.string(),
    anneeBac: v.number(),
    numPlace: v.string(),
    serie: v.string(),
    ae: v.string(),
    numAttest: text,
  }),
  phone: v.string(),
  savedAt: v.string(),
  confirmedAt: text,
  finishedAt: text,
  /** The answers that a code has confirmed. */
  answers: v.nullable(Answers),
  /** Later or first answers that no code has confirmed. */
  unconfirmed: v.nullable(Answers),
  waitingSince: text,
  documents: v.array(Photograph),
  /** Replaced photographs, oldest first; only an export includes their files. */
  /** Without their files where they are only looked through. */
  earlier: v.array(v.object({ ...Photograph.entries, file: text, replacedAt: v.string() })),
  audit: v.array(v.record(v.string(), text)),
})
export type Dossier = v.InferOutput<typeof Dossier>

export const dossierFile = 'dossier.json'

interface Departure {
  matricule: string
  action: AuditAction & ('export' | 'review')
  /** Folder within the operator's folder, with a final slash. */
  folder?: string
  waitingSince?: Date | undefined
}

/**
 * Passes on the photographs one by one, then the facts: each photograph is read together with its
 * facts. False when the student has not enrolled.
 */
export async function giveDossier(
  provider: Provider,
  { matricule, action, folder = '', waitingSince }: Departure,
  operator: Operator,
): Promise<boolean> {
  const { database, now } = provider
  const enrolment = await readEnrolment(provider, matricule)
  const student = await findByMatricule(database, matricule)
  if (!enrolment || !student) return false
  // Before the first byte leaves: no data may leave without an entry in the audit.
  await recordAudit(database, { at: now(), who: operator.name, action, matricule })
  const documents: Dossier['documents'] = []
  for (const type of documentTypes) {
    const [row] = await database.query<{
      image: Uint8Array
      state: DocumentState
      message: string | null
      digest: string
      bytes: number
      receivedAt: Date
      remarks: Remark[]
    }>(
      `SELECT image, state, message, digest, bytes, received_at AS "receivedAt", remarks FROM documents
       WHERE matricule = $1 AND type = $2`,
      [matricule, type],
    )
    if (!row) continue
    const { image, receivedAt, ...facts } = row
    const file = fileName(type, image)
    await operator.take(`${folder}${file}`, image)
    documents.push({ type, file, ...facts, receivedAt: receivedAt.toISOString() })
  }
  const earlier = await giveEarlier(provider, { matricule, action, folder }, operator)
  const audit: Dossier['audit'] = []
  for await (const entries of readAudit(database, matricule))
    audit.push(...entries.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry })))
  const dossier: Dossier = {
    student,
    ...enrolment,
    waitingSince: waitingSince?.toISOString() ?? null,
    documents,
    earlier,
    audit,
  }
  await operator.take(
    `${folder}${dossierFile}`,
    Buffer.from(`${JSON.stringify(dossier, null, 2)}\n`),
  )
  return true
}

const fileName = (name: string, image: Uint8Array) => `${name}.${image[0] === 0x89 ? 'png' : 'jpg'}`

async function giveEarlier(
  { database }: Provider,
  { matricule, action, folder = '' }: Departure,
  operator: Operator,
): Promise<Dossier['earlier']> {
  const earlier: Dossier['earlier'] = []
  for (const version of await listVersions(database, matricule)) {
    const { type, digest, receivedAt, replacedAt } = version
    const image = action === 'export' ? await versionImage(database, matricule, version) : undefined
    const file = image ? fileName(`${type}-${shortDigest(digest)}`, image) : null
    if (file && image) await operator.take(`${folder}${file}`, image)
    earlier.push({
      ...version,
      file,
      receivedAt: receivedAt.toISOString(),
      replacedAt: replacedAt.toISOString(),
    })
  }
  return earlier
}

async function readEnrolment({ database }: Provider, matricule: string) {
  const [row] = await database.query<{
    phone: string
    savedAt: Date
    confirmedAt: Date | null
    finishedAt: Date | null
    answers: Record<string, string> | null
    unconfirmed: Record<string, string> | null
  }>(
    `SELECT phone, saved_at AS "savedAt", confirmed_at AS "confirmedAt", finished_at AS "finishedAt",
     confirmed_answers AS answers, CASE WHEN answers IS DISTINCT FROM confirmed_answers THEN answers END AS unconfirmed
     FROM enrolments WHERE matricule = $1`,
    [matricule],
  )
  if (!row) return undefined
  const iso = (date: Date | null) => date?.toISOString() ?? null
  const { savedAt, confirmedAt, finishedAt, ...rest } = row
  return {
    ...rest,
    savedAt: savedAt.toISOString(),
    confirmedAt: iso(confirmedAt),
    finishedAt: iso(finishedAt),
  }
}
