import { Confirm } from '../ui/dialog.tsx'
import type { Answers } from './fields.ts'
import * as wizardText from './text.ts'

interface DialogProps {
  open: boolean
  onConfirm(): void
  onCancel(): void
}

/** Section 4: the lookup has found somebody; only the student can say that it is them. */
export function FoundDialog({ answers, ...dialog }: DialogProps & { answers: Answers }) {
  return (
    <Confirm title={wizardText.foundTitle} {...dialog}>
      <dl className="person">
        <dt>{wizardText.shortMatricule}</dt>
        <dd>{answers.matricule}</dd>
        <dt>{wizardText.firstName}</dt>
        <dd>{answers.prenom}</dd>
        <dt>{wizardText.lastName}</dt>
        <dd>{answers.nom}</dd>
      </dl>
    </Confirm>
  )
}

/** Section 2: a wrong digit sends a grant to a stranger, so the number is shown once more, large. */
export function PhoneDialog({ phone, ...dialog }: DialogProps & { phone: string }) {
  return (
    <Confirm title={wizardText.attention} {...dialog}>
      <p>
        {wizardText.attentionBefore}
        <strong className="phone">{phone}</strong>
        {wizardText.attentionAfter}
      </p>
    </Confirm>
  )
}
