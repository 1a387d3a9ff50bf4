import {
  type BodyOf,
  type DocumentType,
  documents,
  documentsOf,
  endpoints,
  type FileReply,
  type Person,
  remarks,
  validatedFlag,
  type WizardVariant,
} from '../shared.ts'
import { ask, fateOf, mustAccept, mustRefuse, type Run, said } from './ask.ts'
import { checkParts } from './parts.ts'
import { largestPhoto, noPhoto, photo, truncatedPhoto } from './photos.ts'
import { announcesGzip } from './uploads.ts'

const repeats = 'a repeat, whose first answer was lost, is answered with status 1 again'
const zipped = 'a gzipped body is taken, where the answers say Accept-Encoding: gzip'

interface Sending {
  person: Person
  reading: WizardVariant
  /** Sends the largest permitted photo as well: 14 MB on the line. */
  largest: boolean
}

/** Sends the documents of the wizard and of the update page, each twice. */
export async function checkDocuments(
  run: Run,
  { person, reading: variant, largest }: Sending,
): Promise<void> {
  const { matricule } = person
  const { reply } = await ask(run, 'fileByMatricule', { matricule })
  const open = documentsOf(variant).filter(type => !isValidated(reply, type))
  const [first] = open
  const { path } = endpoints.uploadDocument
  if (!first)
    return run.report.skips(
      path,
      'a photo is taken',
      'every document of the test student is validated',
    )
  await checkRefusals(run, matricule, first)
  if (largest) await checkLargest(run, matricule, first)
  else run.report.skips(path, 'a photo of exactly 5120 KB is taken', 'left out by --small')
  for (const [at, type] of open.entries()) await checkDocument(run, matricule, type, at)
  for (const says of ['it has the file checked', repeats])
    await mustAccept(run, 'validateFile', { matricule }, says)
}

const isValidated = (file: FileReply | undefined, type: DocumentType) =>
  file?.[documents[type].flag] === validatedFlag

async function checkDocument(
  run: Run,
  matricule: string,
  type: DocumentType,
  at: number,
): Promise<void> {
  const { path } = endpoints.uploadDocument
  const format = at === 1 ? 'png' : 'jpeg'
  const body = { matricule, type, image: await photo(at + 1, format) }
  const taken = await mustAccept(
    run,
    'uploadDocument',
    body,
    `a ${format.toUpperCase()} of type ${type} is taken`,
  )
  const gzip = announcesGzip(run, 'uploadDocument')
  if (taken) await mustAccept(run, 'uploadDocument', body, repeats)
  else run.report.skips(path, repeats, 'the photo was not taken')
  if (taken && at === 0) await checkRemarks(run, body)
  if (taken && gzip) await mustAccept(run, 'uploadDocument', body, zipped, gzip)
  if (taken && at === 0) await checkParts(run, { matricule, type }, gzip)

  const correction = { matricule, image: await photo(at + 11) }
  const replace = `replace/${type}` as const
  const corrected = await mustAccept(run, replace, correction, 'a photo that comes anew is taken')
  if (corrected) await mustAccept(run, replace, correction, repeats)
  else run.report.skips(endpoints[replace].path, repeats, 'the photo was not taken')
}

/** Whether it keeps or ignores them is its own affair. */
async function checkRemarks(run: Run, body: BodyOf<'uploadDocument'>): Promise<void> {
  const { path } = endpoints.uploadDocument
  const heard = await ask(run, 'uploadDocument', { ...body, remarques: [...remarks] })
  const fate = fateOf('uploadDocument', heard)
  const says = 'a photo of which remarques are sent is taken'
  if (fate === 'accepted') return run.report.holds(path, says)
  const means =
    fate === 'refused'
      ? 'the portal sends such a photo twice, the second time without'
      : 'the portal would send it again for ever'
  run.report.differs(
    fate === 'refused' ? 'borne' : 'breaks',
    path,
    says,
    `${said(heard)}: ${means}`,
  )
}

async function checkRefusals(run: Run, matricule: string, type: DocumentType): Promise<void> {
  const send = (image: string, says: string, means: string) =>
    mustRefuse(
      run,
      'uploadDocument',
      { matricule, type, image },
      { says, accepted: 'borne', means },
    )
  await send(noPhoto(), 'what is no picture is refused', 'the portal lets none pass, others may')
  await send(
    await truncatedPhoto(),
    'half a JPEG is refused',
    'the portal looks at each photo before it is sent, and nobody after it',
  )
}

async function checkLargest(run: Run, matricule: string, type: DocumentType): Promise<void> {
  const body = { matricule, type, image: await largestPhoto() }
  await mustAccept(run, 'uploadDocument', body, 'a photo of exactly 5120 KB is taken')
  await mustRefuse(
    run,
    'uploadDocument',
    { matricule, type, image: await largestPhoto(1) },
    {
      says: 'a photo of one byte more is refused',
      accepted: 'borne',
      means: 'the portal sends none that large',
    },
  )
}
