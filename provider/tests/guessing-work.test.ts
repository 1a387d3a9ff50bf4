import { beforeEach, expect, test, vi } from 'vitest'
import { inventStudent, oneCampus } from './setup/campus.ts'
import { from, otherCode, type Reply, readCode, reducedBody, students } from './setup/visitor.ts'

/**
 * What takes an answer its time: statements to the database, and secrets that are hashed or
 * compared.
 */
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

const student = inventStudent(0)
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

let wrong = ''
beforeEach(async () => {
  await visitor.save(student, phone, {}, anyone())
  wrong = otherCode(await readCode(server, phone))
})

test.each<[string, (matricule: string) => Promise<Reply>]>([
  ['a wrong code', matricule => visitor.give({ matricule }, wrong, anyone())],
  [
    'a wrong place',
    matricule => {
      const body = { ...reducedBody(students.aminata, '76000001'), matricule, numPlace: '1' }
      return visitor.call('enrolement/add', body, anyone())
    },
  ],
  [
    'a wrong receipt',
    matricule => visitor.receipt({ matricule, numPlace: '1', serie: 'TSE', ae: 'BKORD' }, '0000', anyone()),
  ],
])('%s for a matricule of nobody takes the same work and gets the same answer as for a known one', async (_, ask) => {
  const outcomes = []
  for (const matricule of [student.matricule, nobody]) {
    work.length = 0
    const { http, json } = await ask(matricule)
    outcomes.push({ http, json, work: work.filter(isWork) })
  }
  const [known, unknown] = outcomes
  expect(known?.json.status).toBe(0)
  expect(known?.work.length).toBeGreaterThan(2)
  expect(unknown).toEqual(known)
})
