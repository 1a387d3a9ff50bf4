import { setTimeout as after } from 'node:timers/promises'
import { expect } from 'vitest'
import { type DocumentType, documents, documentTypes } from '../../../src/spec/documents.ts'
import { addressOf, Caller } from './caller.ts'
import { photograph } from './photographs.ts'
import { completeBody, type SampleStudent } from './visitor.ts'

interface Acknowledged {
  matricule: string
  type: DocumentType
  bytes: Buffer
}

/** As long as phones wait, or less: a call that hangs is asked again. */
const patienceMs = 15_000
const readMs = 4_000
const pauseMs = { putOff: 300, sent: 100 }

type Reply = Awaited<ReturnType<Caller['post']>>

/**
 * Phones that send photograph after photograph until each is acknowledged, and others who look at
 * what has arrived.
 */
export class Crowd {
  readonly acknowledged: Acknowledged[] = []
  /** Answers that ask a phone to come again. */
  readonly putOff: Reply[] = []
  readonly finished: string[] = []
  /** Words of what no one may see. */
  readonly wrong: string[] = []
  /** The longest time without one success, in milliseconds, since `measure` was called. */
  longest = { write: 0, read: 0 }
  /** Why reads failed since then, and how often. */
  readonly unread = new Map<string, number>()
  #last = { write: 0, read: 0 }
  #next = 0
  #callers = 0
  #stopped = false
  readonly #all: Promise<void>[]

  /**
   * @param isDirect asks a process that stays: each call is answered, and by it alone; before each
   * photograph comes a transaction of several statements, which changes nothing
   */
  constructor(
    readonly address: string,
    readonly students: readonly SampleStudent[],
    { phones, readers = 0, isDirect = false }: { phones: number; readers?: number; isDirect?: boolean },
  ) {
    this.measure()
    this.#all = [
      ...Array.from({ length: phones }, () => this.#phone(isDirect)),
      ...Array.from({ length: readers }, () => this.#reader()),
    ]
  }

  measure(): void {
    const now = performance.now()
    this.#last = { write: now, read: now }
    this.longest = { write: 0, read: 0 }
    this.unread.clear()
  }

  /** Until so many more photographs have been acknowledged, or put off. */
  async more(count: number, of: 'acknowledged' | 'putOff' = 'acknowledged'): Promise<void> {
    const goal = this[of].length + count
    while (this[of].length < goal) {
      await Promise.race([after(50), Promise.all(this.#all)])
      // A crowd that fails ends the wait with its error; one that has stopped never gets there.
      if (this.#stopped) throw new Error('the crowd has stopped')
    }
  }

  /** Once nothing more is acknowledged. @returns how much has been */
  async still(): Promise<number> {
    for (;;) {
      const { length } = this.acknowledged
      await after(1_000)
      if (length === this.acknowledged.length) return length
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#all)
  }

  /**
   * What was acknowledged is there, byte for byte and once; what was put off was told so in the
   * contract's form.
   */
  async expectNothingLost(query: (sql: string) => Promise<Record<string, unknown>[]>): Promise<void> {
    await this.stop()
    for (const { http, json, headers } of this.putOff.filter(one => one.http === 503 && 'msg' in one.json)) {
      expect({ http, json }).toEqual({ http, json: { status: 0, msg: expect.stringContaining('Réessayez') } })
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    const rows = await query('SELECT matricule, type, image FROM documents')
    const kept = new Map(rows.map(row => [`${row.matricule} ${row.type}`, row.image]))
    const lost = this.acknowledged.filter(({ matricule, type, bytes }) => {
      const image = kept.get(`${matricule} ${type}`)
      return !(image instanceof Buffer && image.equals(bytes))
    })
    expect(lost.map(({ matricule, type }) => `${matricule} ${type}`)).toEqual([])
    const finished = await query('SELECT matricule FROM enrolments WHERE finished_at IS NOT NULL')
    const ended = new Set(finished.map(row => row.matricule))
    expect(this.finished.filter(matricule => !ended.has(matricule))).toEqual([])
    // A photograph that came twice would have replaced itself.
    expect(await query('SELECT count(*)::int AS twice FROM document_versions')).toEqual([{ twice: 0 }])
    expect(this.wrong).toEqual([])
  }

  #note(what: 'write' | 'read'): void {
    const now = performance.now()
    this.longest[what] = Math.max(this.longest[what], now - this.#last[what])
    this.#last[what] = now
  }

  async #phone(isDirect: boolean): Promise<void> {
    while (!this.#stopped) {
      const number = this.#next++
      const student = this.students[number]
      if (!student) throw new Error('more uploads than documents: this crowd needs more students')
      const { matricule } = student
      const caller = this.#caller()
      const until = (path: string, body: unknown, status = 1) => this.#until({ caller, isDirect, status }, path, body)
      for (const [index, type] of documentTypes.entries()) {
        const bytes = await photograph(number * 5 + index, ...(isDirect ? [160, 120] : [20, 20]))
        // Another phone for a student whose number is confirmed.
        if (isDirect && !(await until('enrolement/add', completeBody(student, '77000000'), 0))) return
        if (!(await until('files/upload', { matricule, type, image: bytes.toString('base64') }))) return
        this.acknowledged.push({ matricule, type, bytes })
        if (!isDirect) await after(pauseMs.sent)
      }
      if (!(await until('enrolement/globalevalid', { matricule }))) return
      this.finished.push(matricule)
      caller.hangUp()
    }
  }

  /** @returns false when the crowd was stopped before the answer */
  async #until(
    { caller, isDirect, status }: { caller: Caller; isDirect: boolean; status: number },
    path: string,
    body: unknown,
  ): Promise<boolean> {
    const mayCome = isDirect ? [503] : [502, 503, 504]
    while (!this.#stopped) {
      const reply = await this.#call(caller, path, body, patienceMs)
      if (reply?.http === 200 && reply.json.status === status) {
        this.#note('write')
        return true
      }
      if (reply ? !mayCome.includes(reply.http) : isDirect)
        throw new Error(`${path} was answered ${reply?.http} ${JSON.stringify(reply?.json)}`)
      if (reply) this.putOff.push(reply)
      await after(pauseMs.putOff)
    }
    return false
  }

  async #reader(): Promise<void> {
    while (!this.#stopped) {
      await after(100)
      // Chosen before the question: what is acknowledged later need not be in the answer.
      const recent = this.acknowledged.slice(-50)
      const one = recent[Math.floor(Math.random() * recent.length)]
      if (!one) continue
      const caller = this.#caller()
      const reply = await this.#call(caller, 'enrolement/statut', { matricule: one.matricule }, readMs)
      caller.hangUp()
      if (reply?.http !== 200) {
        const why = reply ? `${reply.http}` : 'no answer'
        this.unread.set(why, (this.unread.get(why) ?? 0) + 1)
        continue
      }
      this.#note('read')
      const flag = reply.json[documents[one.type].flag]
      if (flag !== '1') this.wrong.push(`${one.matricule} ${one.type} was acknowledged, and then ${String(flag)}`)
    }
  }

  /** Each is another customer: no address has as many as fifty phones without pause. */
  #caller(): Caller {
    return new Caller(addressOf(this.#callers++))
  }

  async #call(caller: Caller, path: string, body: unknown, ms: number) {
    const place = `/2021/v1/etudiant/${path}`
    return caller.post(this.address, place, JSON.stringify(body), AbortSignal.timeout(ms)).catch(() => undefined)
  }
}
