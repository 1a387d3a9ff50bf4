import { Alert } from '../../ui/alert.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Answers } from './fields.ts'
import { FoundCard } from './found-card.tsx'
import type { IdentityStand } from './identity.rule.ts'
import { OtherButton } from './identity-parts.tsx'
import * as wizardText from './text.ts'
import type { useIdentity } from './use-identity.ts'

interface NewsProps {
  search: Pick<ReturnType<typeof useIdentity>, 'identity' | 'notice' | 'looking'>
  stand: IdentityStand
  answers: Answers
}

/** Below the four answers: that the student is being looked for, and who was found. A refusal stands above the form. */
export function LookupNews({ search: { identity, notice, looking }, stand, answers }: NewsProps) {
  return (
    <>
      {looking && <Spinner label={wizardText.lookingUp} />}
      {notice?.tone === 'info' && <Alert tone="info">{notice.msg}</Alert>}
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
