import { Buffer } from 'node:buffer'
import { type DocumentType, documents, documentTypes } from '../../../src/spec/documents.ts'
import type { World } from '../../../tests/model/world.ts'
import type { Gateway } from './gateway.ts'
import { Order } from './order.ts'
import type { RealPictures } from './pictures.ts'
import type { Postgres } from './postgres.ts'

interface Photograph {
  matricule: string
  type: DocumentType
  name: string
}

interface Enrolled {
  matricule: string
  phone: string
  confirmedPhone: string | null
  confirmedHash: string | null
  isConfirmed: boolean
  isFinished: boolean
}

/** What the provider has acknowledged in this seed, to whomever, and what must follow from it. */
export class Truth {
  readonly #photographs: Photograph[] = []
  readonly #confirmed = new Set<string>()
  readonly #finished = new Set<string>()
  readonly #rejected = new Map<string, Set<DocumentType>>()
  readonly order: Order

  constructor(
    readonly world: World,
    readonly pictures: RealPictures,
  ) {
    this.order = new Order(world)
  }

  /**
   * @returns to be called once an answer with status 1 has left; true where nothing newer was
   * acknowledged
   */
  comes(path: string, body: string, type: DocumentType | undefined): () => boolean {
    const { matricule, image, phone } = JSON.parse(body)
    const isPhotograph = typeof image === 'string' && type
    let acknowledged = () => true
    if (isPhotograph)
      acknowledged = this.order.comes(`${matricule} ${type}`, this.pictures.nameOf(Buffer.from(image, 'base64')))
    else if (phone) acknowledged = this.order.comes(`${matricule} answers`, phone)
    return () => {
      this.#acknowledges(path, body, type)
      return acknowledged()
    }
  }

  #acknowledges(path: string, body: string, type: DocumentType | undefined): void {
    const { matricule, image } = JSON.parse(body)
    if (typeof image === 'string' && type)
      this.#photographs.push({ matricule, type, name: this.pictures.nameOf(Buffer.from(image, 'base64')) })
    else if (path.endsWith('/otp/valide')) this.#confirmed.add(matricule)
    else if (path.endsWith('/globalevalid')) this.#finished.add(matricule)
  }

  /** A verifier may have. */
  rejects(matricule: string, type: DocumentType): void {
    this.#rejected.set(matricule, new Set([...this.rejectedOf(matricule), type]))
  }

  rejectedOf(matricule: string): ReadonlySet<DocumentType> {
    return this.#rejected.get(matricule) ?? new Set()
  }

  /** Of this student so far; to be asked before the status is. */
  acknowledgedOf(matricule: string): ReadonlySet<DocumentType> {
    return new Set(this.#photographs.flatMap(one => (one.matricule === matricule ? [one.type] : [])))
  }

  /** Section 3's flags, which somebody was shown. */
  sees(matricule: string, acknowledged: ReadonlySet<DocumentType>, reply: Record<string, unknown>): void {
    for (const type of documentTypes)
      if (acknowledged.has(type) && !this.rejectedOf(matricule).has(type) && reply[documents[type].flag] === '0')
        this.world.violated(`(15) ${matricule} was acknowledged ${type}, and is shown that it is missing`)
  }

  async verify(
    postgres: Postgres,
    gateway: Gateway,
    hashOf: (matricule: string, code: string) => string,
  ): Promise<void> {
    await this.verifyOrder(postgres)
    const kept = await postgres.query<{ matricule: string; type: string; image: Buffer }>(
      `SELECT matricule, type, image FROM documents
       UNION ALL SELECT matricule, type, image FROM document_versions`,
    )
    const names = new Set(kept.map(row => `${row.matricule} ${row.type} ${this.pictures.nameOf(row.image)}`))
    for (const { matricule, type, name } of this.#photographs)
      if (!names.has(`${matricule} ${type} ${name}`))
        this.world.violated(`(15) ${name} was acknowledged as ${type} of ${matricule}, and is gone`)
    await this.#verifyEnrolments(postgres, gateway, hashOf)
    this.world.verify()
  }

  /**
   * At any time: what stands later may hide it, as a student without a code asks for another one.
   */
  async verifyOrder(postgres: Postgres): Promise<void> {
    const documents = await postgres.query<{ of: string; image: Buffer }>(
      "SELECT matricule || ' ' || type AS of, image FROM documents",
    )
    for (const { of, image } of documents) this.order.verify(of, this.pictures.nameOf(image))
    const answers = await postgres.query<{ of: string; phone: string }>(
      "SELECT matricule || ' answers' AS of, phone FROM enrolments",
    )
    for (const { of, phone } of answers) this.order.verify(of, phone)
  }

  async #verifyEnrolments(
    postgres: Postgres,
    gateway: Gateway,
    hashOf: (matricule: string, code: string) => string,
  ): Promise<void> {
    const rows = await postgres.query<Enrolled>(
      `SELECT matricule, phone, confirmed_answers->>'phone' AS "confirmedPhone", confirmed_code_hash AS "confirmedHash",
       confirmed_at IS NOT NULL AS "isConfirmed", finished_at IS NOT NULL AS "isFinished" FROM enrolments`,
    )
    const of = (matricule: string) => rows.find(row => row.matricule === matricule)
    for (const matricule of this.#confirmed)
      if (!of(matricule)?.isConfirmed)
        this.world.violated(`(15) the number of ${matricule} was confirmed, and no longer is`)
    for (const matricule of this.#finished)
      if (!of(matricule)?.isFinished)
        this.world.violated(`(15) the file of ${matricule} was finished, and no longer is`)
    // The grant goes to this number.
    for (const { matricule, phone, confirmedPhone, confirmedHash } of rows) {
      if (confirmedHash === null) continue
      const sent = [...gateway.taken.values()].filter(({ code }) => hashOf(matricule, code) === confirmedHash)
      if (!sent.some(message => message.phone === confirmedPhone))
        this.world.violated(`(16) ${confirmedPhone} of ${matricule} is confirmed by a code that was not sent to it`)
      if (phone !== confirmedPhone)
        this.world.violated(`(16) ${matricule} has ${phone}, and has confirmed ${confirmedPhone}`)
    }
  }
}
