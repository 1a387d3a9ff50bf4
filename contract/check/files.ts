import {
  type BodyOf,
  documents,
  documentTypes,
  type Endpoint,
  endpoints,
  type FileReply,
  groupOfYear,
  isAskedFor,
  isFile,
  type Person,
  type YearGroup,
  yearGroups,
} from '../shared.ts'
import { ask, type Run, said } from './ask.ts'
import type { Student } from './student.ts'

type FileEndpoint =
  | 'fileByMatricule'
  | 'fileByPhone'
  | `status/${YearGroup}/${'matricule' | 'phone'}`

/**
 * Checks the answers about an existing file, about one that does not exist, and on the bases of
 * other years.
 */
export async function checkFiles(run: Run, student: Student, person: Person): Promise<void> {
  // The short wizard asks for no bac year: students who enrol with it now belong to the current
  // ones.
  const own = student.anneeBac ? groupOfYear(Number(student.anneeBac)) : '2021'
  const asked = { matricule: person.matricule, phone: student.phone }
  await checkKnown(run, 'fileByMatricule', asked)
  await checkKnown(run, 'fileByPhone', asked)
  for (const by of ['matricule', 'phone'] as const) {
    await checkUnknown(run, by === 'matricule' ? 'fileByMatricule' : 'fileByPhone')
    for (const { code } of yearGroups) {
      const known =
        code === own
          ? asked
          : code === '1920'
            ? student.previous
            : code === 'anciens'
              ? student.older
              : undefined
      const endpoint = `status/${code}/${by}` as const
      if (known) await checkKnown(run, endpoint, known)
      else run.report.skips(aboutOf(endpoint), knows, `the file names no student of these years`)
      await checkUnknown(run, endpoint)
    }
  }
}

/** Without a test student the check can still show that the provider invents no file. */
export async function checkNobody(run: Run): Promise<void> {
  for (const by of ['matricule', 'phone'] as const) {
    await checkUnknown(run, by === 'matricule' ? 'fileByMatricule' : 'fileByPhone')
    for (const { code } of yearGroups) await checkUnknown(run, `status/${code}/${by}`)
  }
}

const knows = 'it tells of the file of a student'
const flagged = 'a file has its matricule and a flag for each document beside its status'

const aboutOf = (endpoint: FileEndpoint) => {
  const { path, base } = endpoints[endpoint]
  return base === 'current' ? path : `${path} (${endpoint.split('/')[1] ?? base})`
}

async function checkKnown(
  run: Run,
  endpoint: FileEndpoint,
  known: { matricule: string; phone: string },
): Promise<void> {
  const { report } = run
  const about = aboutOf(endpoint)
  const heard = await askFile(run, endpoint, known)
  const file: FileReply | undefined = heard.reply
  if (!file || !isFile(file, isByMatricule(endpoint)))
    return report.differs('breaks', about, knows, said(heard))
  report.holds(about, knows)
  if (file.matricule && file.matricule !== known.matricule && isByMatricule(endpoint))
    report.differs('breaks', about, knows, 'it names another matricule than it was asked about')
  const missing = documentTypes
    .map(type => documents[type])
    .flatMap(row => (file[row.flag] === '' && isAskedFor('', row) ? row.flag : []))
  if (file.matricule && missing.length === 0) return report.holds(about, flagged)
  const means =
    missing.length > 0
      ? `no ${missing.join(', ')}: the portal asks for these documents again`
      : 'no matricule'
  report.differs('borne', about, flagged, means)
}

async function checkUnknown(run: Run, endpoint: FileEndpoint): Promise<void> {
  const { report } = run
  const about = aboutOf(endpoint)
  const says = 'of nobody it says status -1 and shows no file'
  const heard = await askFile(run, endpoint, run.caller.stranger)
  if (!heard.reply) return
  report.judge(
    'borne',
    about,
    says,
    !!isFile(heard.reply, isByMatricule(endpoint)) &&
      `${said(heard)}: the portal takes it for a file and asks for documents`,
  )
}

const isByMatricule = (endpoint: Endpoint) => /matricule$/i.test(endpoint)

function askFile(
  run: Run,
  endpoint: FileEndpoint,
  { matricule, phone }: { matricule: string; phone: string },
) {
  const body = isByMatricule(endpoint) ? { matricule } : { phone }
  return ask(run, endpoint, body as BodyOf<FileEndpoint>)
}
