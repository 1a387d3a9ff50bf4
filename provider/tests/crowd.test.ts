import { expect, test } from 'vitest'
import { random as seeded } from '../../tests/random.ts'
import { inventStudent, inventStudents, oneCampus, phoneOf } from './setup/campus.ts'
import { from, otherCode, readCode } from './setup/visitor.ts'

const count = 400
const { server, visitor } = await oneCampus(inventStudents(count))

/** What a student does one after the other; the slips are those of one in five. */
type Deed = 'mistypedPlace' | 'lookup' | 'save' | 'wrongCode' | 'code' | 'mistypedMatricule' | 'status'
interface Event {
  /** Milliseconds from the beginning. */
  at: number
  student: number
  deed: Deed
}

/**
 * What comes in from them in the order of its coming: a minute or two for the form, a quarter of
 * one for the message.
 */
function eventsOf(): Event[] {
  const random = seeded(16)
  const within = (least: number, most: number) => 1000 * (least + random() * (most - least))
  const events = Array.from({ length: count }, (_, student) => {
    const lookup = student * (3_600_000 / 10_000)
    const save = lookup + within(60, 120)
    const code = save + within(15, 30)
    const deeds: Partial<Record<Deed, number>> = { lookup, save, code, status: code + 5000 }
    const slips = { mistypedPlace: lookup - 8000, wrongCode: code - 8000, mistypedMatricule: code + 2000 }
    const all = Object.entries({ ...deeds, ...(student % 5 === 0 && slips) }) as [Deed, number][]
    return all.map(([deed, at]) => ({ at, student, deed }))
  })
  return events.flat().sort((one, other) => one.at - other.at)
}

/** Everybody of a town, whom nobody has seen before. */
const carrier = from('198.51.100.90')

async function come({ student, deed }: Event) {
  const who = inventStudent(student)
  const phone = phoneOf(student)
  switch (deed) {
    case 'mistypedPlace':
      return visitor.search({ ...who, numPlace: `9${who.numPlace}` }, carrier)
    case 'lookup':
      return visitor.search(who, carrier)
    case 'save':
      return visitor.save(who, phone, {}, carrier)
    case 'wrongCode':
      return visitor.give(who, otherCode(await readCode(server, phone)), carrier)
    case 'code':
      return visitor.give(who, await readCode(server, phone), carrier)
    case 'mistypedMatricule':
      return visitor.look({ matricule: `X${who.matricule.slice(1)}` }, carrier)
    case 'status':
      return visitor.look(who, carrier)
  }
}

test('the first minutes of ten thousand an hour behind one address refuse nobody, though one in five mistypes', async () => {
  const began = performance.now()
  let ahead = 0
  const refused: string[] = []
  for (const event of eventsOf()) {
    const wait = event.at - (performance.now() - began) - ahead
    if (wait > 0) server.advance(wait)
    ahead += Math.max(0, wait)
    const { http, status } = await come(event)
    if (http !== 200) refused.push(`${event.deed} of ${event.student} after ${Math.round(event.at / 1000)} s: ${http}`)
    else if (event.deed === 'code') expect(status).toBe(1)
  }
  expect(refused).toEqual([])
  expect(server.log.filter(line => line.includes('"security"'))).toEqual([])
}, 240_000)
