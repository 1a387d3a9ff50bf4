import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { codeText, hashCode } from '../codes/otp.ts'
import { decide, photographOf, storeDocument } from '../documents/documents.ts'
import { markFinished } from '../enrolments/enrolments.ts'
import { parseStudents } from '../operator/csv.ts'
import { putSms } from '../sms/sms-outbox.ts'
import { saveStudents } from '../students/student-list.ts'
import { changeWindow, endOfSeason, openMessage } from '../window/enrolment-window.ts'
import type { Provider } from '../window/provider.ts'
import { type SampleFile, sampleCode, sampleDocuments, sampleFiles } from './files.ts'

/** Name for the audit, for decisions on the sample files. */
const by = 'sample data'

/** Loads students of all year groups and an open window, once, into an empty database. */
export async function loadSamples(provider: Provider): Promise<void> {
  const { database, now } = provider
  const parsed = await parseStudents(
    await readFile(new URL('./students.csv', import.meta.url), 'utf8'),
  )
  if ('stop' in parsed || parsed.problems.length > 0)
    throw new Error('provider/src/sample/students.csv has faults.')
  if (
    await holdsOtherData(
      provider,
      parsed.students.map(({ student }) => student.matricule),
    )
  )
    return
  const photograph = await sharp({
    create: { width: 480, height: 640, channels: 3, background: '#c9c3b8' },
  })
    .jpeg()
    .toBuffer()
  await database.transaction(async queries => {
    await saveStudents(
      queries,
      parsed.students.map(({ student }) => student),
    )
    for (const file of sampleFiles) {
      const answers = JSON.stringify({ reading: 'complete', phone: file.phone })
      const hash = hashCode(provider.secret, file.matricule, sampleCode)
      await queries.query(
        `INSERT INTO enrolments (matricule, phone, answers, digest, code_sent_at, confirmed_at, code_confirmed_at,
         confirmed_answers, confirmed_code_hash) VALUES ($1, $2, $3, '', $5, $5, $5, $3, $4) ON CONFLICT DO NOTHING`,
        [file.matricule, file.phone, answers, hash, now()],
      )
      const at = now()
      const text = codeText(sampleCode, { purpose: 'enrolment', at })
      await putSms(queries, provider.secret, { phone: file.phone, text }, at)
    }
  })
  // All documents are the same grey picture, which would raise alarms.
  const quiet = { ...provider, alarm: () => undefined }
  for (const file of sampleFiles) await loadDocuments(quiet, file, photograph)
  // Last, as the sign that the load is complete.
  await changeWindow(
    provider,
    { statut: 1, message: openMessage, dateHeure: endOfSeason(now()) },
    by,
  )
}

/**
 * The window is set at the end of the load; without one, only an interrupted load may be repeated.
 */
async function holdsOtherData({ database }: Provider, samples: string[]): Promise<boolean> {
  if ((await database.query('SELECT 1 FROM enrolment_window')).length > 0) return true
  const students = await database.query<{ matricule: string }>('SELECT matricule FROM students')
  return students.some(student => !samples.includes(student.matricule))
}

async function loadDocuments(provider: Provider, file: SampleFile, bytes: Buffer): Promise<void> {
  const { matricule } = file
  for (const { type, state, message } of sampleDocuments(file)) {
    await storeDocument(provider, {
      matricule,
      type,
      photograph: photographOf(bytes),
      remarks: [],
      correction: false,
      mayReplace: true,
      bySaver: false,
      came: provider.now(),
    })
    if (state !== 'received') await decide(provider, { matricule, type, state, message, by })
  }
  await markFinished(provider.database, matricule, provider.now())
}
