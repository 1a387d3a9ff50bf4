import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { comparisonsOf, factsOf } from '../src/operator/comparisons.ts'
import { Dossier } from '../src/operator/dossier.ts'
import { reviewPage } from '../src/operator/review-page.ts'
import { columns, inventStudent, listOf, oneServer, phoneOf } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { drawnIn } from './setup/pdf.ts'
import { enrolAndConfirm, reducedBody } from './setup/visitor.ts'

/** Some students have one name, which a list has in either of its two columns. */

const students = {
  noPrenom: { ...inventStudent(0), nom: 'Fatoumata', prenom: '' },
  noNom: { ...inventStudent(1), nom: '', prenom: 'Moussa' },
  inReduced: { ...inventStudent(2), nom: 'Seydou', prenom: '' },
  both: inventStudent(3),
}

describe.each(await eachDatabase())('a student with one name, with %s', async (_, database) => {
  const { server, visitor } = await oneServer(database)
  const importing = (text: string) => server.operate({ name: 'import', text })
  expect((await importing(listOf(Object.values(students))))?.lines).toEqual(['4 students imported.'])
  /** With these in the columns of the names. */
  const named = (student: typeof students.both, nom: string, prenom: string) =>
    importing([columns, Object.values({ ...student, nom, prenom }).join(',')].join('\n'))
  const save = async (body: object) => (await visitor.call('enrolement/add', body)).json

  test.each([
    ['blank', '   '],
    ['quoted', '""'],
    ['NULL, as a database writes it', 'NULL'],
    ['\\N, as a database writes it', '\\N'],
  ])('is imported where the other is %s', async (_, written) => {
    const report = await named(students.noPrenom, 'Fatoumata', written)
    expect(report?.lines).toEqual(['1 students imported.'])
    expect((await visitor.search(students.noPrenom)).json).toMatchObject({ resultat: { nom: 'Fatoumata', prenom: '' } })
  })

  test('is refused where there is none at all', async () => {
    const report = await named(students.both, '', ' ')
    expect([report?.done, report?.lines.join('\n')]).toEqual([
      false,
      expect.stringContaining('line 2: nom or prenom must be there'),
    ])
  })

  test.each(['noPrenom', 'noNom'] as const)('is found, confirmed and given a receipt: %s', async which => {
    const student = students[which]
    const phone = phoneOf(which === 'noNom' ? 11 : 12)
    const { matricule, nom, prenom } = student
    expect((await visitor.search(student)).json).toMatchObject({ status: 1, resultat: { matricule, nom, prenom } })
    const otp = await enrolAndConfirm(server, visitor, student, phone)
    const { json } = await visitor.receipt(student, otp)
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
    const { both, noNom } = students
    for (const less of [{ prenom: '' }, { nom: '' }])
      expect((await visitor.save(both, phoneOf(14), less)).json).toEqual(refused)
    expect((await visitor.save(noNom, phoneOf(14), { nom: '', prenom: ' ' })).http).toBe(400)
    expect((await visitor.save(both, phoneOf(14))).status).toBe(1)
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
