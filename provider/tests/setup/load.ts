import { expect } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import type { Child } from './child.ts'
import { photograph } from './photographs.ts'
import { addStudents, queryCluster } from './postgres.ts'
import { completeBody, type SampleStudent, Visitor } from './visitor.ts'

export interface Sent {
  matricule: string
  type: string
  bytes: Buffer
}

export interface Answered {
  http: number
  retryAfter: string | null
  json: { status?: unknown; msg?: unknown }
  sent: Sent
}

/** Students whose number is confirmed, without a call for each. */
export async function addConfirmed(url: string, students: readonly SampleStudent[]): Promise<void> {
  await addStudents(url, students)
  const names = students.map(({ matricule }) => `'${matricule}'`).join(', ')
  await queryCluster(
    url,
    `INSERT INTO enrolments (matricule, phone, answers, digest, code_sent_at, confirmed_at, confirmed_answers,
     confirmed_code_hash) SELECT matricule, '76000000', '{"reading":"complete"}', '', now(), now(),
     '{"reading":"complete"}', '' FROM students WHERE matricule IN (${names})`,
  )
}

/** Phones that send one photograph after the other, each for another document, until they are told to stop. */
export class Load {
  readonly answers: Answered[] = []
  private next = 0
  private stopping = false
  private readonly clients: Promise<void>[]
  private heard: () => void = () => undefined

  constructor(
    private readonly server: Pick<Child, 'address'>,
    private readonly students: readonly SampleStudent[],
    clients: number,
  ) {
    this.clients = Array.from({ length: clients }, () => this.run())
  }

  private async run(): Promise<void> {
    while (!this.stopping) this.answers.push(await this.send())
  }

  private async send(): Promise<Answered> {
    const index = this.next++
    const student = this.students[Math.floor(index / documentTypes.length)]
    const type = documentTypes[index % documentTypes.length]
    if (!student || !type) throw new Error('more uploads than documents: this load needs more students')
    const { matricule } = student
    const bytes = await photograph(index, 160, 120)
    await this.save(student)
    const response = await fetch(`${this.server.address}/2021/v1/etudiant/files/upload`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ matricule, type, image: bytes.toString('base64') }),
    })
    const retryAfter = response.headers.get('retry-after')
    const answered = {
      http: response.status,
      retryAfter,
      json: await response.json(),
      sent: { matricule, type, bytes },
    }
    queueMicrotask(() => this.heard())
    return answered
  }

  /** A transaction of several statements, which changes nothing: another phone for somebody whose number is confirmed. */
  private async save(student: SampleStudent): Promise<void> {
    const { http, json } = await new Visitor(this.server).call('enrolement/add', completeBody(student, '77000000'))
    if (!(http === 200 && json.status === 0) && http !== 503) throw new Error(`a save was answered with ${http}`)
  }

  /** Waits for so many more answers of the kind. */
  async more(count: number, isMeant: (answer: Answered) => boolean): Promise<void> {
    const from = this.answers.length
    while (this.answers.slice(from).filter(isMeant).length < count) {
      await Promise.race([
        new Promise<void>(resolve => {
          this.heard = resolve
        }),
        // A client that failed ends the wait with its error.
        Promise.all(this.clients),
      ])
    }
  }

  async stop(): Promise<void> {
    this.stopping = true
    await Promise.all(this.clients)
  }
}

export const isAccepted = ({ http, json }: Answered) => http === 200 && json.status === 1
export const isPutOff = ({ http }: Answered) => http === 503

/** Each was accepted or put off in the contract's form, and what was accepted lies in the database. */
export async function expectNothingLost(url: string, { answers }: Load): Promise<void> {
  for (const answer of answers.filter(one => !isAccepted(one))) {
    expect(answer).toMatchObject({ http: 503, json: { status: 0, msg: expect.stringContaining('Réessayez') } })
    expect(Number(answer.retryAfter)).toBeGreaterThan(0)
  }
  const kept = await queryCluster(url, 'SELECT matricule, type, image FROM documents')
  const byName = new Map(kept.map(row => [`${String(row.matricule)} ${String(row.type)}`, row.image]))
  for (const { sent } of answers.filter(isAccepted)) {
    const image = byName.get(`${sent.matricule} ${sent.type}`)
    expect(image instanceof Buffer && image.equals(sent.bytes), `${sent.matricule} ${sent.type}`).toBe(true)
  }
}
