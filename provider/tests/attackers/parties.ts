import { setTimeout as after } from 'node:timers/promises'
import { documentTypes } from '../../../src/spec/documents.ts'
import { patchHeaders, uploadPath } from '../setup/parts.ts'
import { photograph } from '../setup/photographs.ts'
import type { TestServer } from '../setup/server.ts'
import { type Ask, askFrom, Browser, readCode, type SampleStudent, uploadBody } from '../setup/visitor.ts'

/** Honest students, who do as the portal does: what refuses them for a while is asked again. */

export interface Got {
  finished: boolean
  /** Answers after which they had to come again; 0 where a line was cut. */
  refusals: number[]
  /** From the first question to the last answer, without what they wait for by themselves. */
  ms: number
  /** Photographs that were acknowledged and are kept nowhere. */
  lost: number
  problem?: string
}

export interface Place {
  server: TestServer
  /** Of nginx. */
  address: string
  from: string
}

const mostRefusals = 40
const [slow, phonePixels] = [{ bytes: 1500, everyMs: 40 }, [200, 150] as const]

/** @param tries after so many refusals in a row the last one is the answer */
const patient =
  (ask: Ask, { server }: Place, got: Got, tries = Number.POSITIVE_INFINITY): Ask =>
  async (url, asked) => {
    for (let time = 1; ; time += 1) {
      const began = performance.now()
      const answer = await ask(url, asked).catch(() => undefined)
      got.ms += performance.now() - began
      if (answer && ![429, 502, 503, 504].includes(answer.status)) return answer
      got.refusals.push(answer?.status ?? 0)
      if (got.refusals.length > mostRefusals) throw new Error('still refused')
      if (answer && time >= tries) return answer
      server.advance(Number(answer?.headers.get('retry-after') ?? 5) * 1000)
      await after(100)
    }
  }

interface Student extends Place {
  student: SampleStudent
  phone: string
  got: Got
  /** Before each step of the enrolment. */
  before?: () => Promise<void>
  pace?: typeof slow
}

/** From the look-up to the end of the file; every other photograph goes in parts where the line is slow. */
async function enrol({ student, phone, got, before, pace, ...place }: Student): Promise<void> {
  const { server, address, from } = place
  const ask = askFrom(from, pace)
  const browser = new Browser(place, patient(ask, place, got))
  const photos: Buffer[] = []
  const send = (nth: number) => async () => {
    const photo = await photograph(Number(phone) + nth, ...phonePixels)
    photos.push(photo)
    const type = documentTypes[nth] ?? ''
    const inParts = pace && nth % 2 === 0
    const told = inParts && (await sendInParts(ask, place, got, uploadBody(student, type, photo)))
    return told || browser.send(student, type, photo)
  }
  const steps = {
    'is not found': () => browser.search(student),
    'can’t save': () => browser.save(student, phone),
    'can’t confirm': async () => browser.give(student, await readCode(server, phone)),
    ...Object.fromEntries(documentTypes.map((type, nth) => [`can’t send ${type}`, send(nth)])),
    'can’t finish': () => browser.finish(student),
  }
  try {
    for (const [problem, step] of Object.entries(steps)) {
      await before?.()
      const { status, http, json } = (await step()) as { status: unknown; http?: number; json?: unknown }
      if (status !== 1) throw new Error(`${problem}: ${http} ${JSON.stringify(json)} at ${address}`)
    }
  } catch (error) {
    got.finished = false
    got.problem ??= error instanceof Error ? error.message : String(error)
  }
  const kept = await server.database.query<{ image: Uint8Array }>(
    `SELECT image FROM documents WHERE matricule = $1 UNION ALL SELECT image FROM document_versions WHERE matricule = $1`,
    [student.matricule],
  )
  got.lost += photos.filter(photo => !kept.some(({ image }) => photo.equals(image))).length
}

/** @returns undefined where the photograph has to go whole */
async function sendInParts(ask: Ask, place: Place, got: Got, body: Buffer<ArrayBuffer>) {
  const { address } = place
  const begin = patient(askFrom(place.from), place, got, 3)
  const headers = { 'content-type': 'application/json', 'upload-complete': '?0', 'upload-length': String(body.length) }
  const created = await begin(`${address}${uploadPath}`, { method: 'POST', headers, body: '' })
  const location = created.headers.get('location')
  if (!location) return undefined
  const goOn = patient(ask, place, got)
  for (let offset = 0; ; ) {
    const rest = { method: 'PATCH', headers: patchHeaders(offset, true), body: body.subarray(offset) }
    const reply = await goOn(`${address}${location}`, rest)
    if (reply.status === 200) return (await reply.json()) as { status: unknown }
    if (reply.status !== 409) {
      // What had come of it is gone.
      got.refusals.push(reply.status)
      return undefined
    }
    offset = Number(reply.headers.get('upload-offset'))
  }
}

const nothing = (): Got => ({ finished: true, refusals: [], ms: 0, lost: 0 })

/** Students who enrol at the same moment behind one address. */
export async function playCampus(place: Place, students: readonly SampleStudent[]): Promise<Got> {
  const got = nothing()
  await Promise.all(
    students.map(student => enrol({ ...place, student, phone: `761${student.matricule.slice(-5)}`, got })),
  )
  return got
}

export async function playPhone(place: Place, student: SampleStudent): Promise<Got> {
  const got = nothing()
  await enrol({ ...place, student, phone: `762${student.matricule.slice(-5)}`, got, pace: slow })
  return got
}

export const phoneOfKnown = (student: SampleStudent) => `763${student.matricule.slice(-5)}`

/** @param before a wave of the attacker who knows place and matricule */
export async function playKnown(place: Place, student: SampleStudent, before: () => Promise<void>): Promise<Got> {
  const got = nothing()
  await enrol({ ...place, student, phone: phoneOfKnown(student), got, before })
  return got
}
