import { expect, test } from 'vitest'
import { inventStudents, oneCampus, phoneOf } from './setup/campus.ts'
import { type Event, eventsOf, usualPace } from './setup/hour.ts'
import { completeBody, from, readCode, type SampleStudent } from './setup/visitor.ts'

const count = 400
const invented = inventStudents(count)
const { server, visitor } = await oneCampus(invented)

/** Everybody of a town, whom nobody has seen before. */
const carrier = from('198.51.100.90')

async function come({ student, deed }: Event) {
  const { matricule, anneeBac, numPlace, serie, ae } = invented[student] as SampleStudent
  const phone = phoneOf(student)
  const code = (step: number) => async () => String((Number(await readCode(server, phone)) + step) % 10_000)
  const validate = async (otp: () => Promise<string>) =>
    visitor.call('otp/valide', { matricule, otp: (await otp()).padStart(4, '0') }, carrier)
  switch (deed) {
    case 'mistypedPlace':
      return visitor.call('search/matricule', { anneeBac, numPlace: `9${numPlace}`, serie, ae }, carrier)
    case 'lookup':
      return visitor.call('search/matricule', { anneeBac, numPlace, serie, ae }, carrier)
    case 'save':
      return visitor.call('enrolement/add', completeBody(invented[student] as SampleStudent, phone), carrier)
    case 'wrongCode':
      return validate(code(1))
    case 'code':
      return validate(code(0))
    case 'mistypedMatricule':
      return visitor.call('enrolement/statut', { matricule: `X${matricule.slice(1)}` }, carrier)
    case 'status':
      return visitor.call('enrolement/statut', { matricule }, carrier)
  }
}

test('the first minutes of ten thousand an hour behind one address refuse nobody, though one in five mistypes', async () => {
  const began = performance.now()
  let ahead = 0
  const refused: string[] = []
  for (const event of eventsOf(count, usualPace)) {
    const wait = event.at - (performance.now() - began) - ahead
    if (wait > 0) server.advance(wait)
    ahead += Math.max(0, wait)
    const { http, json } = await come(event)
    if (http !== 200) refused.push(`${event.deed} of ${event.student} after ${Math.round(event.at / 1000)} s: ${http}`)
    else if (event.deed === 'code') expect(json.status).toBe(1)
  }
  expect(refused).toEqual([])
  const events = server.log.filter(line => line.includes('"security"'))
  expect(events).toEqual([])
}, 240_000)
