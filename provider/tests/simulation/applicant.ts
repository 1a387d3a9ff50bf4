import type { Destination } from '../../../src/documents/pick.ts'
import { type Item, needsCode } from '../../../src/outbox/item.ts'
import { type DocumentType, documentsOf } from '../../../src/spec/documents.ts'
import { type Call, type CallBody, type Dossier, Screen } from '../../../tests/model/student.ts'
import type { Country } from './country.ts'
import type { Message } from './gateway.ts'
import { people } from './people.ts'
import { againAs, pictureNames } from './pictures.ts'

export const required = documentsOf('reduced')

/** What a student knows, whatever becomes of the phone. */
export class Memory {
  number: string
  /** Messages that were tried already. */
  readonly tried = new Set<Message>()
  askedAt = 0

  constructor(readonly dossier: Dossier) {
    this.number = people[dossier].phones[0]
  }
}

const patienceMs = 120_000
const tuteur = 'NINA'

/** The wizard without React, as a student goes through it. */
export class Applicant extends Screen {
  readonly #sendsAgain = new Set<string>()

  protected override destination(dossier: Dossier, document: DocumentType): Destination {
    const kind = this.#sendsAgain.has(`${dossier}/${document}`) ? 'correction' : 'enrolment'
    return { dossier, kind, document, matricule: people[dossier].matricule }
  }

  /** @param entry the number, or the code */
  protected override bodyOf(dossier: Dossier, call: Call, entry: string): CallBody {
    const { phones: _, ...person } = people[dossier]
    const { matricule } = person
    // In another order than that of a question with the same code.
    if (call === 'code') return { endpoint: 'confirmCode', body: { otp: entry, matricule } }
    if (call === 'validate') return { endpoint: 'validateFile', body: { matricule } }
    const answers = { ...person, phone: entry, dateNaiss: '2007-01-01' }
    // The same answers in another order: the provider takes them for the same, and the model can
    // tell them apart.
    return { endpoint: 'enrol', body: call === 'save' ? { ...answers, tuteur } : { tuteur, ...answers } }
  }

  async itemsOf(dossier: Dossier): Promise<Item[]> {
    return (await this.portal.listItems()).filter(item => item.dossier === dossier)
  }

  async isConfirmed(dossier: Dossier): Promise<boolean> {
    return this.portal.isConfirmed(await this.itemsOf(dossier))
  }

  /** The wizard shows its third step once the number is confirmed. */
  async chooseIfShown(dossier: Dossier, document: DocumentType, picture: string): Promise<void> {
    if (await this.isConfirmed(dossier)) await this.choose(dossier, document, picture)
  }

  /** What a verifier has rejected; whether that is so, the provider knows. */
  async sendAgain(dossier: Dossier, document: DocumentType): Promise<void> {
    const key = `${dossier}/${document}`
    if (this.ledger.itemOf(key)?.state !== 'accepted') return
    this.#sendsAgain.add(key)
    await this.choose(dossier, document, againAs(document)).finally(() => this.#sendsAgain.delete(key))
  }

  async look(dossier: Dossier, { truth }: Country): Promise<void> {
    const { matricule } = people[dossier]
    const acknowledged = truth.acknowledgedOf(matricule)
    const reply = await this.portal.call('status/2021/matricule', { matricule }).catch(() => undefined)
    if (reply && reply.status !== -1) truth.sees(matricule, acknowledged, { ...reply })
  }

  /** Answers what the provider wants to know before it replaces a photograph. */
  async answerQuestion(dossier: Dossier, code: string): Promise<void> {
    const { matricule } = people[dossier]
    const reply = await this.portal.call('confirmCode', { matricule, otp: code }).catch(() => undefined)
    if (reply?.status === 1 && this.owner.alive) await this.giveCode(dossier)
  }

  /** The next step towards a finished file. @returns true once it is finished */
  async goOn(memory: Memory, country: Country): Promise<boolean> {
    const { dossier } = memory
    const items = await this.itemsOf(dossier)
    if (!this.owner.alive) return false
    const of = (requestKey: string) => items.find(item => item.requestKey === requestKey)
    const [save, code, newCode] = [of('save'), of('code'), of('newCode')]
    if (!save || save.state === 'refused') {
      if (save) memory.number = otherNumber(memory)
      await this.#request(memory, 'save')
    } else if (save.state === 'accepted' && code?.state !== 'accepted') {
      if (code?.state === 'waiting' || newCode?.state === 'waiting') return false
      const message = this.#newest(memory, country, 'enrolment')
      if (message) await this.ask(dossier, 'code', message.code)
      else if (this.world.now - memory.askedAt > patienceMs) {
        // A number that the provider does not take for this student is refused; then another one is
        // tried.
        if (newCode?.state === 'refused') memory.number = otherNumber(memory)
        await this.#request(memory, newCode?.state === 'refused' ? 'save' : 'newCode')
      }
    } else if (save.state === 'accepted') return this.#sendDocuments(memory, country, items)
    return false
  }

  async #sendDocuments(memory: Memory, country: Country, items: readonly Item[]): Promise<boolean> {
    const { dossier } = memory
    const documents = required.map(type => items.find(item => item.requestKey === type))
    for (const [index, item] of documents.entries()) {
      const type = required[index]
      if (!item && type && !this.ledger.sourceFiles.has(`${dossier}/${type}`))
        await this.choose(dossier, type, pictureNames[index % pictureNames.length] ?? '')
      else if (item?.state === 'refused') await this.resend(dossier, item.requestKey, 0)
    }
    const asked = documents.find(item => item && needsCode(item))
    if (asked) {
      const message = this.#newest(memory, country, 'correction')
      if (message) await this.answerQuestion(dossier, message.code)
      else if (this.world.now - memory.askedAt > 15 * 60_000) {
        memory.askedAt = this.world.now
        await this.resend(dossier, asked.requestKey, 0)
      }
    }
    const validate = items.find(item => item.requestKey === 'validate')
    if (documents.every(item => item?.state === 'accepted') && validate?.state !== 'waiting') {
      if (validate?.state === 'accepted') return true
      if (/renvoyer/.test(validate?.reply?.msg ?? ''))
        for (const type of country.truth.rejectedOf(people[dossier].matricule)) await this.sendAgain(dossier, type)
      await this.ask(dossier, 'validate', '')
    }
    return false
  }

  async #request(memory: Memory, call: 'save' | 'newCode'): Promise<void> {
    memory.askedAt = this.world.now
    await this.ask(memory.dossier, call, memory.number)
  }

  #newest({ dossier, tried }: Memory, { gateway }: Country, purpose: Message['purpose']): Message | undefined {
    const message = people[dossier].phones
      .flatMap(phone => gateway.inbox(phone))
      .filter(one => one.purpose === purpose && !tried.has(one))
      .at(-1)
    if (message) tried.add(message)
    return message
  }
}

function otherNumber({ dossier, number }: Memory): string {
  const [own, shared] = people[dossier].phones
  return number === own ? shared : own
}
