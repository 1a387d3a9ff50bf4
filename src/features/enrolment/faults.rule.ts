import { type Item, withRequestKey } from '../../outbox/item.ts'
import * as formText from '../../spec/checks-text.ts'
import { type Answers, type Field, type FieldName, faultOfAnswer, fields } from './fields.ts'
import type { IdentityStand } from './identity.rule.ts'
import * as wizardText from './text.ts'
import { askedFields, type IdentityStep, lookupRequest } from './wizard.ts'

export interface Fault {
  /** Name of the control that corrects it. */
  name: string
  label: string
  message: string
  /** The answer is missing, not wrong. */
  empty: boolean
}

/** What the form says at an unanswered question. */
export function wantedOf(name: FieldName): string {
  return fields[name].control === 'select' || fields[name].control === 'date' ? wizardText.toChoose : wizardText.toFill
}

/** The faults that keep the first step from being confirmed, in the order of the questions. */
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

/** A student who has not given the four answers yet is asked for those, not for the person that they look up. */
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

/**
 * What to say about the codes: only the newest event, since a code sent after a refusal makes the refusal old. Pure.
 */
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
    /** The server's message when it sent the code; hidden once the server has refused to send another one. */
    said: renewing?.state === 'refused' ? undefined : sent?.reply?.msg,
    askedAt: renewing?.settledAt ?? saved?.settledAt,
  }
}
