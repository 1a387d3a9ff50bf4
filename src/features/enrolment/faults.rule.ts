import { type Item, withRequestKey } from '../../outbox/item.ts'
import * as formText from '../../spec/checks-text.ts'
import { type Answers, type Field, type FieldName, faultOfAnswer, fields } from './fields.ts'
import type { IdentityStand } from './identity.rule.ts'
import * as wizardText from './text.ts'
import { askedFields, type IdentityStep, lookupRequest } from './wizard.ts'

export interface Fault {
  /** Of the control that mends it. */
  name: string
  label: string
  message: string
  /** There is no answer yet, which is not a wrong one. */
  empty: boolean
}

/** What an unanswered question asks for. */
export function wantedOf(name: FieldName): string {
  return fields[name].control === 'select' || fields[name].control === 'date' ? wizardText.toChoose : wizardText.toFill
}

/** What keeps the first step from being confirmed, in the order in which it is asked. */
export function faultsOf(step: IdentityStep, answers: Answers, { opened, attested }: IdentityStand): Fault[] {
  const asked = opened || !step.opensWith ? askedFields(step) : [step.opensWith]
  const faults = asked.flatMap(name => faultIn(name, answers))
  if (!opened) return faults
  return [...faults, ...personFaults(step, answers), ...(attested ? [] : [unattested])]
}

const unattested: Fault = {
  name: 'attestation',
  label: wizardText.attestationShort,
  message: wizardText.toTick,
  empty: true,
}

function faultIn(name: FieldName, answers: Answers): Fault[] {
  const message = faultOfAnswer(name, answers)
  if (message === undefined) return []
  const { label }: Field = fields[name]
  const empty = !answers[name]?.trim()
  return [{ name, label, message: empty ? wantedOf(name) : message, empty }]
}

/** Whoever has not given the four answers yet is asked for these, and not for what they bring. */
function personFaults({ lookedUp }: IdentityStep, answers: Answers): Fault[] {
  if (lookedUp.length === 0 || !lookupRequest(answers)) return []
  if (lookedUp.some(name => !answers[name]?.trim()))
    return [{ name: 'numPlace', label: formText.matricule, message: wizardText.toFind, empty: true }]
  return faultIn('matricule', answers)
}

export function summaryOf(faults: readonly Fault[]): string {
  const missing = faults.filter(({ empty }) => empty).length
  const wrong = faults.length - missing
  if (wrong === 0) return wizardText.nothingWrong(missing)
  return missing === 0 ? wizardText.nothingMissing(wrong) : wizardText.missingAndWrong(missing, wrong)
}

/** What is to be told of the codes: the newest thing alone, since what was sent says nothing good of what was refused. Pure. */
export function newsOfCode(items: readonly Item[]) {
  const [saved, renewing, checking] = [
    withRequestKey(items, 'save'),
    withRequestKey(items, 'newCode'),
    withRequestKey(items, 'code'),
  ]
  const sent = renewing?.state === 'accepted' ? renewing : saved
  const isNewest = (checking?.settledAt ?? 0) >= (renewing?.settledAt ?? renewing?.createdAt ?? 0)
  return {
    refused: checking?.state === 'refused' && isNewest ? checking : undefined,
    /** What the server said when it sent the code; nothing beside the news that it sends no other one. */
    said: renewing?.state === 'refused' ? undefined : sent?.reply?.msg,
    askedAt: renewing?.settledAt ?? saved?.settledAt,
  }
}
