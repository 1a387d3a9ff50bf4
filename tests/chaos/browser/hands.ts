import type { Page } from 'playwright-core'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { field } from '../../e2e/setup/hands.ts'
import type { Dice } from './dice.ts'
import type { Ledger } from './ledger.ts'
import type { Look } from './look.ts'
import { type ChaosStudent, uniquePhoto } from './student.ts'

interface Hands {
  /** Where the student is at work. */
  place: '/preparer' | '/register'
  /** What is prepared there. */
  prepares: readonly DocumentType[]
  page: Page
  student: ChaosStudent
  ledger: Ledger
  dice: Dice
  /** The newest code that the provider has sent to the student's phone. */
  code(): Promise<string>
}

const oneOf = /^(Je confirme|Utiliser cette photo|Garder quand même)$/

/** The one next thing that a student would do, seeing this. Gives false when there is only waiting. */
export async function actOn(seen: Look, hands: Hands): Promise<boolean> {
  const { page } = hands
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const question = seen.buttons.find(words => oneOf.test(words))
  if (question) {
    await button(question).first().click()
    return true
  }
  if (seen.path !== hands.place) {
    await page.goto(hands.place)
    return true
  }
  if (hands.place === '/preparer') return giveDocuments(seen, hands, hands.prepares)
  const again = seen.buttons.find(words => words === 'Réessayer' || words === 'Relancer la recherche')
  if (again) {
    await button(again).first().click()
    return true
  }
  if (seen.step === 0) return fillIdentity(seen, hands)
  if (seen.step === 1) return enterCode(seen, hands)
  return seen.step === 2 ? giveDocuments(seen, hands, documentTypes) : false
}

async function fillIdentity(seen: Look, { page, student, ledger }: Hands): Promise<boolean> {
  const next = Object.entries(student.answers).find(
    ([name, value]) => seen.fields[name] !== undefined && seen.fields[name] !== value,
  )
  if (next) {
    const [name, value] = next
    const control = field(page, name)
    if (await control.evaluate(element => element instanceof HTMLSelectElement)) await control.selectOption(value)
    else await control.fill(value)
    ledger.typed(name, value)
    return true
  }
  if (seen.attested === false) {
    await field(page, 'attestation').check()
    ledger.typed('attestation', 'oui')
    return true
  }
  return press(seen, page, 'Continuer')
}

async function enterCode(seen: Look, { page, code }: Hands): Promise<boolean> {
  if (seen.fields.otp === undefined) return false
  const sent = await code()
  if (seen.fields.otp !== sent) {
    await field(page, 'otp').fill(sent)
    return true
  }
  const checking = seen.items.find(({ requestKey }) => requestKey === 'code')
  return checking?.state === 'waiting' ? false : press(seen, page, 'Continuer')
}

async function giveDocuments(seen: Look, hands: Hands, asked: readonly DocumentType[]): Promise<boolean> {
  const states = seen.documents
  const missing = asked.find(type => states[type] === 'empty' || states[type] === 'failed')
  const waiting = asked.filter(type => states[type] === 'queued' || states[type] === 'sending')
  const replaced = waiting[0] && hands.dice.happens(0.03) ? waiting[0] : undefined
  const type = missing ?? replaced
  if (type) await give(type, seen, hands)
  return type !== undefined
}

async function give(type: DocumentType, seen: Look, { page, student, ledger, dice }: Hands): Promise<void> {
  const buffer = await uniquePhoto(student, type, dice.whole(1, 1_000_000))
  ledger.given(type, seen)
  await field(page, type).setInputFiles({ name: `${type}.jpg`, mimeType: 'image/jpeg', buffer })
}

async function press(seen: Look, page: Page, name: string): Promise<boolean> {
  if (!seen.buttons.includes(name)) return false
  await page.getByRole('button', { name, exact: true }).click()
  return true
}
