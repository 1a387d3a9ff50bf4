import { expect, test } from 'vitest'
import { Dossier } from '../src/operator/dossier.ts'
import { oneServer } from './setup/campus.ts'

/** What the database keeps for itself, of a student or a photograph. */
const own = {
  students: [],
  enrolments: [
    ...['digest', 'came_at', 'code_sent_at', 'saver_token', 'saver_address'],
    ...['confirmed_code_hash', 'code_confirmed_at'],
  ],
  documents: ['came_at', 'by_saver'],
  document_versions: ['by_saver'],
}
/** What has another name in the export, or is told by a folder or a file. */
const renamed: Record<string, string | undefined> = {
  'enrolments.matricule': 'student',
  'enrolments.answers': 'unconfirmed',
  'enrolments.confirmed_answers': 'answers',
  'documents.matricule': 'type',
  'documents.image': 'file',
  'document_versions.matricule': 'type',
  'document_versions.image': 'file',
}
const { student, documents, earlier, ...enrolment } = Dossier.entries
const exported: Record<keyof typeof own, object> = {
  students: student.entries,
  enrolments: { ...enrolment, student },
  documents: documents.item.entries,
  document_versions: earlier.item.entries,
}

const { server } = await oneServer()

test.each(Object.keys(own) as (keyof typeof own)[])(
  'a student who asks for all that is known of her is given each column of %s that is about her',
  async table => {
    const columns = await server.database.query<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1',
      [table],
    )
    expect(columns.length).toBeGreaterThan(0)
    const lost = columns.filter(({ name }) => {
      const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      return !own[table].includes(name as never) && !((renamed[`${table}.${name}`] ?? camel) in exported[table])
    })
    expect(lost).toEqual([])
  },
)
