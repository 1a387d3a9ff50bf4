import * as formText from '../../spec/checks-text.ts'
import { type Answers, type Field, type FieldName, faultOfAnswer, fields } from './fields.ts'
import * as wizardText from './text.ts'
import { askedFields, type IdentityStep, isAttested, isOpened, lookupRequest } from './wizard.ts'

export interface Fault {
  /** Name of the control that corrects it. */
  name: string
  label: string
  message: string
  /** The answer is missing, not wrong. */
  empty: boolean
}

export function missingWord(name: FieldName): string {
  return fields[name].control === 'select' || fields[name].control === 'date'
    ? wizardText.toChoose
    : wizardText.toFill
}

/** The faults that keep the first step from being confirmed, in the order of the questions. */
export function faultsOf(step: IdentityStep, answers: Answers): Fault[] {
  const opened = isOpened(step, answers)
  const asked = opened || !step.opensWith ? askedFields(step) : [step.opensWith]
  const faults = asked.flatMap(name => faultIn(name, answers))
  if (!opened) return faults
  return [
    ...faults,
    ...personFaults(step, answers),
    ...(isAttested(step, answers) ? [] : [unattested]),
  ]
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
  return [{ name, label, message: empty ? missingWord(name) : message, empty }]
}

/**
 * A student who has not given the four answers yet is asked for those, not for the person that they
 * look up.
 */
function personFaults({ lookedUp }: IdentityStep, answers: Answers): Fault[] {
  if (lookedUp.length === 0 || !lookupRequest(answers)) return []
  return answers.matricule?.trim() ? foundFaults(answers) : [unfound]
}

const unfound: Fault = {
  name: 'numPlace',
  label: formText.matricule,
  message: wizardText.toFind,
  empty: true,
}

/** Of the person found, what only the provider can correct. « N'Diaye » is no fault. */
export function foundFaults(answers: Answers): Fault[] {
  const isNamed = answers.prenom?.trim() || answers.nom?.trim()
  return [...faultIn('matricule', answers), ...(isNamed ? [] : [nameless])]
}

const nameless: Fault = {
  name: 'nom',
  label: wizardText.lastName,
  message: wizardText.notListed,
  empty: true,
}

export function summaryOf(faults: readonly Fault[]): string {
  const missing = faults.filter(({ empty }) => empty).length
  const wrong = faults.length - missing
  if (wrong === 0) return wizardText.nothingWrong(missing)
  return missing === 0
    ? wizardText.nothingMissing(wrong)
    : wizardText.missingAndWrong(missing, wrong)
}
