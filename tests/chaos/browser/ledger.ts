import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import type { Look } from './look.ts'

/** An answer is promised to be on the disk this soon after it was given. Milliseconds. */
const promiseMs = 300

/** What the student of one enrolment has seen as kept, and what of it was missing later. */
export class Ledger {
  readonly lost: string[] = []
  /** The digest of each document's request, once the screen had said that it is kept. */
  readonly kept = new Map<DocumentType, string>()
  /** When the screen had said that a document has arrived. */
  readonly seenSent = new Map<DocumentType, number>()
  readonly #typed = new Map<string, { value: string; at: number }>()
  /** Put into the control and not yet said to be kept: what lay there before, if anything. */
  readonly #given = new Map<DocumentType, string | undefined>()
  /** Put into the control and then killed: the older or the newer one may be there, and either is in order. */
  readonly #unsure = new Set<DocumentType>()
  /** What happened, for whoever has to find out why something was lost. */
  readonly timeline: { at: number; what: string }[] = []
  #furthest = 0
  moves = 0
  documentsLost = 0
  draftsLost = 0

  happened(what: string): void {
    this.timeline.push({ at: Date.now(), what })
  }

  typed(name: string, value: string): void {
    this.#typed.set(name, { value, at: Date.now() })
  }

  /** A photograph has been put into the control; until the screen says so, nothing is promised of it. */
  given(type: DocumentType, { items }: Look): void {
    const before = items.find(({ requestKey }) => requestKey === type)?.digest
    this.happened(`${type} given, in place of ${before?.slice(0, 8) ?? 'nothing'}`)
    this.#given.set(type, before)
    this.#unsure.delete(type)
    this.kept.delete(type)
    this.seenSent.delete(type)
  }

  /** While the page lives: what it says is noted as promised. */
  note({ documents, items, step, done }: Look): void {
    this.#furthest = Math.max(this.#furthest, step)
    for (const type of documentTypes) {
      // The last step shows no rows: it says that all have arrived.
      const state = done ? 'sent' : documents[type]
      // A photograph that was picked in the instant in which the older one arrived may have come too late.
      if (done && this.#given.delete(type)) this.#unsure.add(type)
      if (state !== 'queued' && state !== 'sending' && state !== 'sent') continue
      const item = items.find(({ requestKey }) => requestKey === type)
      if (!item) continue
      const { digest } = item
      if (this.#given.has(type) && this.#given.get(type) !== digest) {
        this.#given.delete(type)
        this.kept.set(type, digest)
        this.happened(`${type} kept as ${digest.slice(0, 8)}`)
      }
      if (this.#unsure.has(type)) this.#follow(type, digest)
      // The rows may still speak of the photo before this one, which the disk has replaced a moment ago.
      const arrived = state === 'sent' && item.state === 'accepted'
      if (!arrived || !this.kept.has(type) || this.seenSent.has(type)) continue
      this.seenSent.set(type, Date.now())
      this.happened(`${type} seen to have arrived as ${digest.slice(0, 8)}`)
    }
  }

  /** After a kill: everything that was promised before it is there. */
  check({ items, drafts, step }: Look, killedAt: number): void {
    for (const type of this.#given.keys()) this.#unsure.add(type)
    this.#given.clear()
    for (const [type, digest] of this.kept) {
      const item = items.find(({ requestKey }) => requestKey === type)
      if (item && (item.digest === digest || this.#unsure.has(type))) continue
      this.documentsLost += 1
      this.lost.push(`document ${type}: kept ${digest.slice(0, 8)}, found ${item?.digest.slice(0, 8) ?? 'nothing'}`)
      this.kept.delete(type)
    }
    const draft = drafts.find(({ closed }) => !closed)
    for (const [name, { value, at }] of this.#typed) {
      if (draft?.answers[name] === value) continue
      if (at > killedAt - promiseMs) {
        // Too late for that kill, and so nothing that a later one could lose.
        this.#typed.delete(name)
        continue
      }
      const found = draft?.answers[name] ?? 'nothing'
      this.#loseDraft(`answer ${name}: typed ${value} ${killedAt - at} ms before the kill, found ${found}`)
    }
    if (step < this.#furthest) this.#loseDraft(`step ${this.#furthest} had been reached, the wizard stands at ${step}`)
  }

  #follow(type: DocumentType, digest: string): void {
    if (this.kept.get(type) === digest) return
    this.kept.set(type, digest)
    this.seenSent.delete(type)
    this.happened(`${type} taken to be ${digest.slice(0, 8)}`)
  }

  #loseDraft(what: string): void {
    this.draftsLost += 1
    this.lost.push(what)
    this.#typed.clear()
  }
}
