import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import type { Answers } from './fields.ts'
import { PhoneNumber } from './phone-number.tsx'
import * as wizardText from './text.ts'

interface DialogProps {
  open: boolean
  onConfirm(): void
  onCancel(): void
  /** Puts the focus where the student goes on. */
  onClosed(): void
}

/** Section 4: the lookup has found somebody; only the student can say that it is them. */
export function FoundDialog({ answers, ...dialog }: DialogProps & { answers: Answers }) {
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

/** Section 2: a wrong digit sends a grant to a stranger, so the number is shown once more, large. */
export function PhoneDialog({ phone, ...dialog }: DialogProps & { phone: string }) {
  return (
    <Confirm title={wizardText.attention} icon="alert" {...dialog}>
      <p>
        {wizardText.attentionBefore}
        <PhoneNumber className="phone" phone={phone} />
        {wizardText.attentionAfter}
      </p>
    </Confirm>
  )
}
