import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Endpoint, endpoints, type WaitingEndpoint } from '../../../../src/core/api/endpoints.ts'
import { readSettings } from '../../../../src/core/api/settings.ts'
import { documentTypes } from '../../../../src/spec/documents.ts'

/** Section 7 and the bases and paths that docs/contract.md settles, written down once more by hand. */
const calls: [Endpoint, string, boolean][] = [
  ['series', '/2021/v1/etudiant/liste/serie', false],
  ['identityDocuments', '/2021/v1/etudiant/pieces/identite/utilisee', false],
  ['currentBac', '/2021/v1/etudiant/btn/info', false],
  ['newestBac', '/2021/v1/etudiant/new/bac', false],
  ['bacYears', '/2021/v1/etudiant/liste/annee', false],
  ['statusYears', '/2021/v1/etudiant/statut/liste/annee', false],
  ['academies', '/2021/v1/etudiant/liste/academie', false],
  ['chrono', '/2021/v1/etudiant/enrolement/chrono', false],
  ['lookup', '/2021/v1/etudiant/search/matricule', false],
  ['enrol', '/2021/v1/etudiant/enrolement/add', true],
  ['confirmCode', '/2021/v1/etudiant/otp/valide', true],
  ['validateFile', '/2021/v1/etudiant/enrolement/globalevalid', true],
  ['uploadDocument', '/2021/v1/etudiant/files/upload', true],
  ...documentTypes.map((type): [Endpoint, string, boolean] => [
    `replace/${type}`,
    `/2021/v1/etudiant/files/update/${type}`,
    true,
  ]),
  ['fileByMatricule', '/2021/v1/etudiant/verif/statut/matricule', false],
  ['fileByPhone', '/2021/v1/etudiant/verif/statut/phone', false],
  ['status/2021/matricule', '/2021/v1/etudiant/enrolement/statut', false],
  ['status/2021/phone', '/2021/v1/etudiant/enrolement/statut/phone', false],
  ['status/1920/matricule', '/1920/v3/etudiant/enrolement/statut', false],
  ['status/1920/phone', '/1920/v3/etudiant/enrolement/statut/phone', false],
  ['status/anciens/matricule', '/anciens/v4/etudiant/enrolement/statut', false],
  ['status/anciens/phone', '/anciens/v4/etudiant/enrolement/statut/phone', false],
  ['receipt', '/recepisses/v1/etudiant/voir/recepisse', false],
]
const { bases } = readSettings({})

describe('the table of calls', () => {
  test.each(calls)('%s goes to %s', (name, url, waits) => {
    const row = endpoints[name]
    expect(bases[row.base] + row.path).toBe(url)
    expect(row.waits !== false).toBe(waits)
  })

  test('has no row that nobody wrote down', () => {
    expect(Object.keys(endpoints).sort()).toEqual(calls.map(([name]) => name).sort())
  })

  test('only what is sent for the student may wait; queueing a question does not compile', () => {
    expectTypeOf<Exclude<WaitingEndpoint, `replace/${string}`>>().toEqualTypeOf<
      'enrol' | 'confirmCode' | 'uploadDocument' | 'validateFile'
    >()
    expectTypeOf<'lookup'>().not.toExtend<WaitingEndpoint>()
    expectTypeOf<'etudiant/otp/valide'>().not.toExtend<Endpoint>()
  })
})
