import { beforeEach, expect, test, vi } from 'vitest'
import { inventStudents, oneCampus } from './setup/campus.ts'
import { completeBody, from, readCode, reducedBody, students } from './setup/visitor.ts'

/** What takes an answer its time: statements to the database, and secrets that are hashed or compared. */
const { work } = vi.hoisted(() => ({ work: [] as string[] }))
vi.mock('../src/codes/otp.ts', async importActual => {
  const real = await importActual<typeof import('../src/codes/otp.ts')>()
  return {
    ...real,
    hashCode: (...asked: Parameters<typeof real.hashCode>) => {
      work.push('hash')
      return real.hashCode(...asked)
    },
    sameSecret: (...asked: Parameters<typeof real.sameSecret>) => {
      work.push('compare')
      return real.sameSecret(...asked)
    },
  }
})

const [student] = inventStudents(1)
if (!student) throw new Error('nobody was invented')
const phone = '78000000'
const { server, visitor } = await oneCampus([student])
const { database } = server
const { query, transaction } = database
Object.assign(database, {
  query: (...asked: Parameters<typeof query>) => {
    work.push(asked[0])
    return query(...asked)
  },
  transaction: (inside: Parameters<typeof transaction>[0]) =>
    transaction(queries =>
      inside({
        query: (...asked) => {
          work.push(asked[0])
          return queries.query(...asked)
        },
      }),
    ),
})

let asked = 0
/** Each from an address that has asked nothing yet. */
function anyone() {
  asked += 1
  return from(`100.64.0.${asked}`)
}
const nobody = 'PERSONNE0001'
/** Who has no row to wait at waits at a key. */
const isWork = (one: string) => !one.includes('pg_advisory_xact_lock')

beforeEach(async () => {
  await visitor.call('enrolement/add', completeBody(student, phone), anyone())
})

test.each([
  [
    'a wrong code',
    async (matricule: string) => {
      const otp = String((Number(await readCode(server, phone)) + 1) % 10_000).padStart(4, '0')
      return { path: '/2021/v1/etudiant/otp/valide', body: { matricule, otp } }
    },
  ],
  [
    'a wrong place',
    async (matricule: string) => ({
      path: '/2021/v1/etudiant/enrolement/add',
      body: { ...reducedBody(students.aminata, '76000001'), matricule, numPlace: '1' },
    }),
  ],
  [
    'a wrong receipt',
    async (matricule: string) => ({
      path: '/recepisses/v1/etudiant/voir/recepisse',
      body: { otp: '0000', matricule, num_place: '1', serie: 'TSE', ae: 'BKORD' },
    }),
  ],
])('%s for a matricule of nobody takes the same work and gets the same answer as for a known one', async (_, ask) => {
  const outcomes = []
  for (const matricule of [student.matricule, nobody]) {
    const { path, body } = await ask(matricule)
    work.length = 0
    const { http, json } = await visitor.post(path, body, anyone())
    outcomes.push({ http, json, work: work.filter(isWork) })
  }
  const [known, unknown] = outcomes
  expect(known?.json.status).toBe(0)
  expect(known?.work.length).toBeGreaterThan(2)
  expect(unknown).toEqual(known)
})
