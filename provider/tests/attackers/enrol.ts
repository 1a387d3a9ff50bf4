import { setTimeout as after } from 'node:timers/promises'
import { documentTypes } from '../../../src/spec/documents.ts'
import { patchHeaders, uploadPath } from '../setup/parts.ts'
import { photograph } from '../setup/photographs.ts'
import type { TestServer } from '../setup/server.ts'
import { type Ask, askFrom, Browser, readCode, type SampleStudent, uploadBody } from '../setup/visitor.ts'

/** What honest students get. */
export class Got {
  problems: string[] = []
  /** Answers after which they had to come again; 0 where a line was cut. */
  refusals: number[] = []
  /** From their questions to the answers, without what they wait for by themselves. */
  ms = 0
  /** Photographs that were acknowledged and are kept nowhere. */
  lost = 0
}

interface Honest {
  server: TestServer
  /** Of nginx. */
  address: string
  from: string
  student: SampleStudent
  got: Got
  isSlow?: boolean
  /** Before each step, and at the end. */
  before?: () => Promise<void>
}

const mostRefusals = 40
const pace = { bytes: 1500, everyMs: 40 }

export const phoneOf = ({ matricule }: SampleStudent) => `760${matricule.slice(-5)}`

/** As the portal, which asks again. @param tries after so many refusals in a row the last one is the answer */
const patient =
  ({ server, from, got, isSlow }: Honest, tries = Number.POSITIVE_INFINITY): Ask =>
  async (url, asked) => {
    for (let time = 1; ; time += 1) {
      const began = performance.now()
      const answer = await askFrom(from, isSlow ? pace : undefined)(url, asked).catch(() => undefined)
      got.ms += performance.now() - began
      if (answer && ![429, 502, 503, 504].includes(answer.status)) return answer
      got.refusals.push(answer?.status ?? 0)
      if (got.refusals.length > mostRefusals) throw new Error('refused again and again')
      if (answer && time >= tries) return answer
      server.advance(Number(answer?.headers.get('retry-after') ?? 5) * 1000)
      await after(100)
    }
  }

/** From the look-up to the finished file; on a slow line every other photograph goes in parts. */
export async function enrol(honest: Honest): Promise<void> {
  const { server, student, got, isSlow, before } = honest
  const [phone, browser] = [phoneOf(student), new Browser(honest, patient(honest))]
  const photos: Buffer[] = []
  const send = async (nth: number, type: string) => {
    const photo = await photograph(Number(phone) + nth, 200, 150)
    const told = isSlow && nth % 2 === 0 && (await sendInParts(honest, uploadBody(student, type, photo)))
    const answer = told || (await browser.send(student, type, photo))
    if (answer.status === 1) photos.push(photo)
    return answer
  }
  const steps = [
    () => browser.search(student),
    () => browser.save(student, phone),
    async () => browser.give(student, await readCode(server, phone)),
    ...documentTypes.map((type, nth) => () => send(nth, type)),
    () => browser.finish(student),
  ]
  try {
    for (const step of steps) {
      await before?.()
      const { status, json } = await step()
      if (status !== 1) throw new Error(JSON.stringify(json))
    }
    await before?.()
  } catch (error) {
    got.problems.push(String(error))
  }
  const kept = await server.database.query<{ image: Uint8Array }>(
    'SELECT image FROM documents WHERE matricule = $1 UNION SELECT image FROM document_versions WHERE matricule = $1',
    [student.matricule],
  )
  got.lost += photos.filter(photo => !kept.some(({ image }) => photo.equals(image))).length
}

/** @returns undefined where the photograph has to go whole */
async function sendInParts(honest: Honest, body: Buffer) {
  const { address, got } = honest
  const headers = { 'content-type': 'application/json', 'upload-complete': '?0', 'upload-length': `${body.length}` }
  const created = await patient(honest, 3)(`${address}${uploadPath}`, { method: 'POST', headers, body: '' })
  const goOn = patient(honest)
  for (let offset = 0; created.headers.has('location'); ) {
    const part = { method: 'PATCH', headers: patchHeaders(offset, true), body: Buffer.from(body.subarray(offset)) }
    const reply = await goOn(`${address}${created.headers.get('location')}`, part)
    const json: Record<string, unknown> = await reply.json()
    if (reply.status === 200) return { status: json.status, json }
    offset = Number(reply.headers.get('upload-offset') ?? Number.NaN)
    if (reply.status === 409 && offset >= 0) continue
    // What had come of it is gone.
    got.refusals.push(reply.status)
    return undefined
  }
  return undefined
}
