import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparisonsOf, factsOf } from '../src/operator/comparisons.ts'
import { Dossier } from '../src/operator/dossier.ts'
import { reviewPage } from '../src/operator/review-page.ts'
import { inventStudents, phoneOf } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { drawnIn } from './setup/pdf.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { completeBody, readCode, reducedBody, type SampleStudent, Visitor } from './setup/visitor.ts'

/** Some students have one name, which a list has in either of its two columns. */

const [noPrenom, noNom, inReduced, both] = inventStudents(4) as [
  SampleStudent,
  SampleStudent,
  SampleStudent,
  SampleStudent,
]
const students = {
  noPrenom: { ...noPrenom, nom: 'Fatoumata', prenom: '' },
  noNom: { ...noNom, nom: '', prenom: 'Moussa' },
  inReduced: { ...inReduced, nom: 'Seydou', prenom: '' },
  both,
}
const { matricule: _, ...columns } = both

describe.each(eachDatabase())('a student with one name, with %s', (_, database) => {
  let server: TestServer
  let visitor: Visitor
  const importing = (...rows: string[]) =>
    server.operate({
      name: 'import',
      text: ['matricule,nom,prenom,anneeBac,numPlace,serie,ae', ...rows].join('\n'),
    })
  beforeAll(async () => {
    server = await startServer(database())
    visitor = new Visitor(server)
    const rows = Object.values(students).map(one => Object.values(one).join(','))
    expect((await importing(...rows))?.lines).toEqual(['4 students imported.'])
  }, 180_000)
  afterAll(() => server.stop(), 30_000)

  const look = async ({ anneeBac, numPlace, serie, ae }: SampleStudent) =>
    (await visitor.call('search/matricule', { anneeBac, numPlace, serie, ae })).json
  const save = async (body: object) => (await visitor.call('enrolement/add', body)).json

  test.each([
    ['blank', '   '],
    ['quoted', '""'],
    ['NULL, as a database writes it', 'NULL'],
    ['\\N, as a database writes it', '\\N'],
  ])('is imported where the other is %s', async (_, written) => {
    const row = [students.noPrenom.matricule, 'Fatoumata', written, ...Object.values(columns).slice(2)]
    const moved = row.with(4, students.noPrenom.numPlace)
    expect((await importing(moved.join(',')))?.lines).toEqual(['1 students imported.'])
    expect(await look(students.noPrenom)).toMatchObject({ resultat: { nom: 'Fatoumata', prenom: '' } })
  })

  test('is refused where there is none at all', async () => {
    const report = await importing([students.both.matricule, '', ' ', ...Object.values(columns).slice(2)].join(','))
    expect([report?.done, report?.lines.join('\n')]).toEqual([
      false,
      expect.stringContaining('line 2: nom or prenom must be there'),
    ])
  })

  test.each(['noPrenom', 'noNom'] as const)('is found, confirmed and given a receipt: %s', async which => {
    const student = students[which]
    const phone = phoneOf(which === 'noNom' ? 11 : 12)
    const { matricule, nom, prenom, serie, ae } = student
    expect(await look(student)).toMatchObject({ status: 1, resultat: { matricule, nom, prenom } })
    expect(await save(completeBody(student, phone))).toMatchObject({ status: 1 })
    const otp = await readCode(server, phone)
    expect((await visitor.call('otp/valide', { matricule, otp })).json.status).toBe(1)
    const receipt = { otp, matricule, num_place: student.numPlace, serie, ae }
    const { json } = await visitor.post('/recepisses/v1/etudiant/voir/recepisse', receipt)
    const pdf = await (await fetch(new URL(String(json.msg), server.address))).arrayBuffer()
    const names = drawnIn(Buffer.from(pdf)).filter(line => /^(Nom|Pr.nom) :/.test(line))
    expect(names).toEqual([nom ? `Nom : ${nom}` : `Pr\xe9nom : ${prenom}`])
  })

  test('saves by the shorter form, in whichever field it is typed', async () => {
    const { nom } = students.inReduced
    const body = reducedBody(students.inReduced, phoneOf(13))
    expect(await save(body)).toMatchObject({ status: 1 })
    expect(await save({ ...body, nom: '', prenom: nom })).toMatchObject({ status: 1 })
  })

  test('is no way around the name of who has two', async () => {
    const refused = { status: 0, msg: expect.stringContaining('ne correspondent pas') }
    expect(await save({ ...completeBody(students.both, phoneOf(14)), prenom: '' })).toEqual(refused)
    expect(await save({ ...completeBody(students.both, phoneOf(14)), nom: '' })).toEqual(refused)
    const nameless = await visitor.call('enrolement/add', {
      ...completeBody(students.noNom, phoneOf(14)),
      nom: '',
      prenom: ' ',
    })
    expect(nameless.http).toBe(400)
    expect(await save(completeBody(students.both, phoneOf(14)))).toMatchObject({ status: 1 })
  })

  test('is named to operators without a gap', async () => {
    const { matricule } = students.noNom
    expect((await server.operate({ name: 'files', matricule }))?.lines.join('\n')).toContain(`${matricule}  Moussa  76`)
    const { files } = (await server.operate({ name: 'export', matricule })) ?? {}
    expect(String(files?.get('dossier.json'))).toMatch(/"nom":\s*"",\s*"prenom":\s*"Moussa"/)
    const dossier = v.parse(Dossier, JSON.parse(String(files?.get('dossier.json'))))
    expect(reviewPage(dossier, { program: 'provider', as: undefined })).toContain('<h1>Moussa</h1>')
    expect(comparisonsOf('attest', dossier)).toContain('The name is Moussa.')
    expect(factsOf(dossier)).toContainEqual(['Name', 'Moussa'])
    const typedAs = (prenom: string) =>
      factsOf({ ...dossier, answers: { ...dossier.answers, prenom } }).find(([name]) => /wrote/.test(name))?.[1]
    expect(['MOUSSA', 'Móussa', 'Moussa Ba'].map(typedAs)).toEqual([undefined, undefined, 'Moussa Ba'])
  })
})
