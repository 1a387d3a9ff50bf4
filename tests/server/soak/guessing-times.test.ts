import { describe, expect, test } from 'vitest'
import { inventStudents, oneCampus } from '../setup/campus.ts'
import { completeBody, from, reducedBody, students } from '../setup/visitor.ts'

const invented = inventStudents(40)
const { server, visitor } = await oneCampus(invented)

/** A botnet: no limit by address ever stops it. */
const anyone = (index: number) => from(`100.${index % 256}.${(index >> 8) % 256}.7`)
const code = (number: number) => String(number % 10_000).padStart(4, '0')

describe('an unknown matricule cannot be told from a known one', () => {
  /** The quickest of both kinds, asked in turns: what else the machine does can only make an answer slower. */
  async function compare(ask: (index: number, known: boolean) => Promise<unknown>, turns: number): Promise<number> {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let index = 0; index < turns; index += 1) {
      for (const kind of index % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const asked = performance.now()
        await ask(index, kind === 'known')
        times[kind].push(performance.now() - asked)
      }
    }
    return Math.min(...times.known) / Math.min(...times.unknown)
  }
  const nobody = (index: number) => `PERSONNE${code(index)}`

  test('by how long a wrong code takes', async () => {
    for (const [index, student] of invented.entries())
      await visitor.call('enrolement/add', completeBody(student, String(78_000_000 + index)))
    const ratio = await compare(async (index, known) => {
      const sent = server.shown.find(({ phone }) => phone === String(78_000_000 + index))?.text ?? ''
      const otp = code(Number(/\b\d{4}\b/.exec(sent)?.[0]) + 1)
      const matricule = known ? (invented[index]?.matricule ?? '') : nobody(index)
      const { json } = await visitor.call('otp/valide', { matricule, otp }, anyone(index))
      expect(json).toEqual({ status: 0, msg: 'Ce code n’est pas le bon. Entrez le code du dernier SMS.' })
    }, invented.length)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('by how long a wrong place or a wrong receipt takes', async () => {
    const place = await compare(async (index, known) => {
      const matricule = known ? (invented[index]?.matricule ?? '') : nobody(index)
      const body = { ...reducedBody(students.aminata, '76000001'), matricule, numPlace: '1' }
      expect((await visitor.call('enrolement/add', body, anyone(index))).json.status).toBe(0)
    }, invented.length)
    const receipt = await compare(async (index, known) => {
      const matricule = known ? (invented[index]?.matricule ?? '') : nobody(index)
      const body = { otp: '0000', matricule, num_place: '1', serie: 'TSE', ae: 'BKORD' }
      expect((await visitor.post('/recepisses/v1/etudiant/voir/recepisse', body, anyone(index))).json.status).toBe(0)
    }, invented.length)
    for (const ratio of [place, receipt]) expect(Math.max(ratio, 1 / ratio)).toBeLessThan(2)
  })
})
