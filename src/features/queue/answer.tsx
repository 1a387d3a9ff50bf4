import { leaves } from '../../outbox/ui/text.ts'
import { Why } from '../../outbox/ui/why.tsx'
import { Alert } from '../../ui/alert.tsx'
import * as waitingText from './text.ts'
import type { Answer } from './waiting.rule.ts'

/** What has come of "Réessayer maintenant", from its press on. */
export function AnswerAlert({ answer }: { answer: Answer | undefined }) {
  if (!answer) return null
  if (answer.kind === 'trying') return <Alert tone="info">{waitingText.trying}</Alert>
  if (answer.kind === 'arrived')
    return (
      <Alert tone="success">
        {waitingText.gone(answer.arrived)} {answer.left > 0 && waitingText.rest(answer.left)}
      </Alert>
    )
  return (
    <Alert tone="warning">
      <p>
        <Why problem={answer.problem} at={answer.at} what={leaves} /> {waitingText.notYet}
      </p>
    </Alert>
  )
}
