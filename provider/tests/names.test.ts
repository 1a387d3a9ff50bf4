import { expect, test } from 'vitest'
import { inventStudent, inventStudents, oneCampus } from './setup/campus.ts'
import { completeBody, reducedBody } from './setup/visitor.ts'

/** The shorter form takes names as its students type them: the list's are not shown to them. */

const written = [
  ['N´Diaye', "N'Diaye"],
  ['N’Diaye', 'N’Diaye'],
] as const
const { server, visitor } = await oneCampus(inventStudents(written.length + 1))
const phoneOf = (index: number) => String(76_200_000 + Math.floor(index / 3))

test.each(written.map(([typed, kept], index) => ({ typed, kept, index })))('$typed is taken', async one => {
  const student = inventStudent(one.index)
  const body = { ...reducedBody(student, phoneOf(one.index)), nom: one.typed, prenom: one.typed }
  expect((await visitor.call('enrolement/add', body)).json).toMatchObject({ status: 1 })
  const [row] = await server.database.query(
    "SELECT answers->>'nom' AS nom, answers->>'prenom' AS prenom FROM enrolments WHERE matricule = $1",
    [student.matricule],
  )
  expect(row).toEqual({ nom: one.kept, prenom: one.kept })
})

test.each(['N"Diaye', '<b>', 'Awa 2', "'", 'N\u0000D', 'A\ufffdssata', 'Kon\ufffd', '\ufffd'])(
  '%j is none',
  async odd => {
    const student = inventStudent(written.length)
    for (const body of [reducedBody(student, '76200099'), completeBody(student, '76200099')])
      for (const name of ['nom', 'prenom'] as const) {
        const { http, json } = await visitor.call('enrolement/add', { ...body, [name]: odd })
        expect({ http, json }).toEqual({ http: 400, json: { status: 0, msg: expect.stringMatching(/\p{L}/u) } })
      }
    const kept = await server.database.query('SELECT 1 FROM enrolments WHERE matricule = $1', [student.matricule])
    expect(kept).toEqual([])
  },
)
