import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type DocumentRow, documents, documentTypes } from '../../../src/spec/documents.ts'
import { fileCodes } from '../../../src/spec/file-status.ts'
import { fileStatus, summarize, verificationFlags } from '../../src/enrolments/file-status.ts'
import { parseStudents } from '../../src/operator/csv.ts'
import { banner, statusOfSample } from '../../src/sample/banner.ts'
import { sampleDocuments, sampleFiles, sampleNewcomer } from '../../src/sample/files.ts'
import { portalNotes } from '../../src/sample/portal-settings.ts'
import { academies, identityDocuments, series } from '../../src/window/reference-lists.ts'

const numbers = (values: Iterable<number>) => [...values].sort((one, other) => one - other)

test('the stand-in knows the codes of the table of file states, and has a sample file of each that is about one', () => {
  expect(numbers(Object.values(fileStatus))).toEqual(numbers([...fileCodes(true), ...fileCodes(false)]))
  expect(numbers(new Set(sampleFiles.map(statusOfSample)))).toEqual(numbers(fileCodes(true)))
})

test('a file of before is not asked for a document that is asked for by a flag alone', () => {
  const row: DocumentRow = documents.photobuste
  row.asksWithoutFlag = false
  onTestFinished(() => void Object.assign(row, { asksWithoutFlag: true }))
  const file = sampleFiles.find(({ validated }) => validated)
  const ofBefore = file ? sampleDocuments({ ...file, except: { photobuste: 'missing' } }) : []
  expect(ofBefore.map(({ type }) => type)).toEqual(documentTypes.filter(type => type !== 'photobuste'))
  expect(summarize('complete', ofBefore)).toMatchObject({ status: fileStatus.validated, missing: [] })
  expect(verificationFlags('complete', ofBefore)).not.toHaveProperty('photoBusteV')
  const sent = { type: 'photobuste', state: 'received', message: null } as const
  expect(verificationFlags('complete', [...ofBefore, sent])).toHaveProperty('photoBusteV', '1')
})

test('what a newcomer reads in the terminal is in the sample list', async () => {
  const list = join(import.meta.dirname, '../../src/sample/students.csv')
  const parsed = await parseStudents(readFileSync(list, 'utf8'))
  const students = 'stop' in parsed ? [] : parsed.students.map(({ student }) => student)
  const studentOf = (matricule: string) => students.find(one => one.matricule === matricule)
  const named = (choices: typeof series, code = '') => choices.find(one => one.code === code)?.libelle ?? code

  const newcomer = studentOf(sampleNewcomer.matricule)
  expect(sampleNewcomer).toMatchObject({
    anneeBac: String(newcomer?.anneeBac),
    numPlace: newcomer?.numPlace,
    serie: `${named(series, newcomer?.serie)} (${newcomer?.serie})`,
    ae: named(academies, newcomer?.ae),
    name: `${newcomer?.prenom} ${newcomer?.nom}`,
  })
  expect(identityDocuments.map(({ libelle }) => libelle)).toContain(sampleNewcomer.tuteur)

  const said = banner('http://localhost:8080', undefined, { sampleData: true })
  for (const file of sampleFiles) expect(said).toContain(`${file.matricule} (${file.phone})`)
  const [, matricule = ''] = /A receipt: .*?matricule (\w+)/.exec(said) ?? []
  const receipt = studentOf(matricule)
  expect(sampleFiles.map(one => one.matricule)).toContain(matricule)
  const { serie, ae, numPlace } = receipt ?? {}
  expect(said).toContain(`place ${numPlace}, série ${named(series, serie)}, académie ${named(academies, ae)}.`)
})

test('who starts the portal with settings of a deployment is told the file, and which calls go elsewhere', () => {
  const root = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  expect(portalNotes(root)).toEqual([])
  writeFileSync(join(root, '.env.production.local'), 'VITE_API_CURRENT=https://inscription.example/2021/v1\n')
  expect(portalNotes(root)).toEqual([
    expect.stringContaining('.env.production.local'),
    expect.stringContaining('https://inscription.example/2021/v1/'),
  ])
})
