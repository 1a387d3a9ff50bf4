import { setTimeout as after } from 'node:timers/promises'
import { type DocumentType, documents, documentTypes } from '../../../src/spec/documents.ts'
import { addressOf, Caller } from './caller.ts'
import { photograph } from './photographs.ts'
import type { SampleStudent } from './visitor.ts'

interface Acknowledged {
  matricule: string
  type: DocumentType
  bytes: Buffer
}

/** As long as phones wait, or less: a call that hangs is asked again. */
const patienceMs = 15_000
const readMs = 4_000
const size = 20

/** Phones that send photograph after photograph until each is acknowledged, and others who look at what has arrived. */
export class Crowd {
  readonly acknowledged: Acknowledged[] = []
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

  constructor(
    readonly address: string,
    readonly students: readonly SampleStudent[],
    phones: number,
    readers = 4,
  ) {
    this.measure()
    this.#all = [
      ...Array.from({ length: phones }, () => this.#phone()),
      ...Array.from({ length: readers }, () => this.#reader()),
    ]
  }

  measure(): void {
    const now = performance.now()
    this.#last = { write: now, read: now }
    this.longest = { write: 0, read: 0 }
    this.unread.clear()
  }

  /** Until so many more photographs have been acknowledged. */
  async more(count: number): Promise<void> {
    const goal = this.acknowledged.length + count
    while (this.acknowledged.length < goal) {
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

  #note(what: 'write' | 'read'): void {
    const now = performance.now()
    this.longest[what] = Math.max(this.longest[what], now - this.#last[what])
    this.#last[what] = now
  }

  async #phone(): Promise<void> {
    while (!this.#stopped) {
      const number = this.#next++
      const student = this.students[number]
      if (!student) throw new Error('more uploads than documents: this crowd needs more students')
      const { matricule } = student
      const caller = this.#caller()
      for (const [index, type] of documentTypes.entries()) {
        const bytes = await photograph(number * 5 + index, size, size)
        if (!(await this.#until(caller, 'files/upload', { matricule, type, image: bytes.toString('base64') }))) return
        this.acknowledged.push({ matricule, type, bytes })
        await after(100)
      }
      if (!(await this.#until(caller, 'enrolement/globalevalid', { matricule }))) return
      this.finished.push(matricule)
      caller.hangUp()
    }
  }

  /** @returns false when the crowd was stopped before the acknowledgement */
  async #until(caller: Caller, path: string, body: unknown): Promise<boolean> {
    while (!this.#stopped) {
      const reply = await this.#call(caller, path, body, patienceMs)
      if (reply?.json.status === 1) {
        this.#note('write')
        return true
      }
      if (reply && reply.http !== 503 && reply.http !== 502 && reply.http !== 504)
        throw new Error(`${path} was answered ${reply.http} ${JSON.stringify(reply.json)}`)
      await after(300)
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
