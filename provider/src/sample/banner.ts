import { fileStatus, summarize } from '../enrolments/file-status.ts'
import type { Config } from '../operator/config.ts'
import {
  type SampleFile,
  sampleCode,
  sampleDocuments,
  sampleFiles,
  sampleNewcomer,
} from './files.ts'

/** What a newcomer needs to know before the first page. */
export function banner(
  address: string,
  codesPage: string | undefined,
  { sampleData }: Pick<Config, 'sampleData'>,
): string {
  const codes = codesPage
    ? `Codes appear here in the terminal ("SMS → …") and on ${codesPage}`
    : 'Codes are not shown: SHOW_CODES=yes shows them.'
  const stop = 'Ctrl-C stops; the data stays for the next start. Commands: npm run provider -- help'
  if (!sampleData) return ['', `  ${address}`, '', codes, stop, ''].join('\n')
  const { anneeBac, tuteur, numAttest, phone, numPlace, serie, ae, matricule, name } =
    sampleNewcomer
  const files = Object.entries(fileStatus).flatMap(([name, code]) => {
    const of = sampleFiles.filter(file => statusOfSample(file) === code)
    const listed = of.map(file => `${file.matricule} (${file.phone})`)
    return of.length > 0 ? `  ${name.padEnd(10)} ${listed.join('  ')}` : []
  })
  return [
    '',
    `  ${address}`,
    '',
    'A student to enrol (invented, like all of them):',
    `  Année du bac ${anneeBac} · Pièce ${tuteur} · N° attestation ${numAttest} · Téléphone ${phone}`,
    `  N° de place ${numPlace} · Série ${serie} · Académie ${ae}`,
    `  The lookup then finds ${name}, matricule ${matricule}.`,
    codes,
    '',
    'Files for the status and correction pages, matricule (phone); the year is in the matricule:',
    ...files,
    `  A receipt: code ${sampleCode}, matricule KOU2025T002, place 2002, série Terminale Sciences Expérimentales, académie Koulikoro.`,
    '',
    stop,
    '',
  ].join('\n')
}

/** All of them were enrolled by the wizard that asks for every document. */
export const statusOfSample = (file: SampleFile) =>
  summarize('complete', sampleDocuments(file)).status
