import * as formText from '../../spec/checks-text.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { useFault } from '../../ui/form.tsx'
import { Band } from '../../ui/head.tsx'
import { Card } from '../../ui/panels.tsx'
import { Help, Spinner } from '../../ui/static-parts.tsx'
import { foundFaults } from './faults.rule.ts'
import type { Answers, FieldName } from './fields.ts'
import type { IdentityStand } from './identity.rule.ts'
import { OtherButton, PhoneNumber } from './identity-parts.tsx'
import * as wizardText from './text.ts'
import type { useIdentity } from './use-identity.ts'

/** This many large, bold letters are sure to fit in half of a narrow card. */
const halfALine = 10

/** Section 4: the person found, to be read and never typed. */
function FoundCard({ answers }: { answers: Answers }) {
  const faults = foundFaults(answers)
  useFault(faults.length > 0)
  const part = (name: FieldName, label: string, value = '') => {
    const isWrong = faults.some(fault => fault.name === name)
    return (
      <div className={value.length > halfALine ? 'whole' : undefined}>
        <label htmlFor={`f-${name}`}>{label}</label>
        <input
          id={`f-${name}`}
          name={name}
          value={value}
          placeholder="–"
          readOnly
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `f-${name}-error` : undefined}
        />
      </div>
    )
  }
  return (
    <>
      {faults.map(({ name, message }) => (
        <p key={name} id={`f-${name}-error`} className="error">
          {message}
        </p>
      ))}
      {faults.length > 0 && (
        <>
          <p>{wizardText.notYours}</p>
          <Help />
        </>
      )}
      <div className="card">
        <div className="pair">
          {part('prenom', wizardText.firstName, answers.prenom)}
          {part('nom', wizardText.lastName, answers.nom)}
          {part('matricule', formText.matricule, answers.matricule)}
        </div>
        <Band />
      </div>
    </>
  )
}

interface DialogProps {
  open: boolean
  onConfirm(): void
  onCancel(): void
  /** Moves the focus to where the student continues. */
  onClosed(): void
}

/** Section 4: the lookup has found a person; only the student can confirm being that person. */
export function FoundDialog({
  answers,
  ...dialog
}: DialogProps & { answers: Answers; byItself: boolean }) {
  const facts = [
    [wizardText.shortMatricule, answers.matricule],
    [wizardText.firstName, answers.prenom],
    [wizardText.lastName, answers.nom],
  ] as const
  return (
    <Confirm title={wizardText.foundTitle} {...dialog}>
      <Card facts={facts} />
    </Confirm>
  )
}

/**
 * Section 2: a wrong digit sends a grant to a stranger, so the number is shown once more, large.
 */
export function PhoneDialog({ phone, ...dialog }: DialogProps & { phone: string }) {
  return (
    <Confirm title={wizardText.attention} icon="alert" {...dialog}>
      <p>
        <span>{wizardText.attentionBefore}</span>
        <PhoneNumber className="phone" phone={phone} />
        <span>{wizardText.attentionAfter}</span>
      </p>
    </Confirm>
  )
}

interface NewsProps {
  search: Pick<ReturnType<typeof useIdentity>, 'identity' | 'notice' | 'looking'>
  stand: IdentityStand
  answers: Answers
}

/**
 * Below the four answers: that the lookup is running, and whom it found. A refusal stands above the
 * form.
 */
export function LookupNews({ search: { identity, notice, looking }, stand, answers }: NewsProps) {
  return (
    <>
      {looking && <Spinner label={wizardText.lookingUp} />}
      {stand.found && notice?.tone === 'info' && <Alert tone="info">{notice.msg}</Alert>}
      {stand.found && <FoundCard answers={answers} />}
      {stand.declined && !notice && (
        <Alert tone="warning">
          <p>{wizardText.declined}</p>
          <OtherButton label={wizardText.lookupAgain} onPress={identity.lookAgain} />
        </Alert>
      )}
    </>
  )
}
