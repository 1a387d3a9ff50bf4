import type { ReactNode } from 'react'
import { takesGzip } from '../../core/api/gzip.ts'
import { documentText } from '../../documents/text.ts'
import {
  type Item,
  isDamaged,
  isDocument,
  needsCode,
  type RequestKey,
  wireBytes,
} from '../../outbox/item.ts'
import { Refusal } from '../../outbox/ui/calls.tsx'
import { leaves } from '../../outbox/ui/text.ts'
import { Why } from '../../outbox/ui/why.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { formatAge, formatBytes, sentences } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { correctionOf, Link } from '../../ui/static-parts.tsx'
import { askFor } from '../shared-device/subject.ts'
import type { Answer, Group, Line } from './queue.rule.ts'
import * as waitingText from './text.ts'

interface LineProps {
  line: Line
  group: Pick<Group, 'kind' | 'matricule'>
  sending: boolean
  /** The code that the item needs is asked for below it. */
  asksHere: boolean
  now: number
}

/** One item that has not arrived: what it is, its state, and since when. */
export function WaitingLine({
  line: { requestKey, item },
  group,
  sending,
  asksHere,
  now,
}: LineProps) {
  const refused = item?.state === 'refused'
  return (
    <li>
      <p className="need">
        <Icon name={iconOf(item, sending)} />
        <span>
          <b>{nameOf(requestKey)}</b>
          <small className={refused ? 'error' : undefined}>{whereIs(item, sending)}</small>
          {item && !isDamaged(item) && (
            <small>
              {waitingText.since(
                formatAge(now - item.createdAt),
                formatBytes(wireBytes(item, takesGzip('current'))),
              )}
            </small>
          )}
        </span>
      </p>
      {refused && <Redo {...group} label={waitingText.redo} />}
      {item && needsCode(item) && !asksHere && <Redo {...group} label={waitingText.giveCode} />}
    </li>
  )
}

const nameOf = (requestKey: RequestKey): string =>
  isDocument(requestKey)
    ? documentText[requestKey].title
    : (waitingText.callText[requestKey] ?? waitingText.otherCall)

function iconOf(item: Item | undefined, sending: boolean): IconName {
  if (item?.state === 'refused') return 'alert'
  return item?.held ? 'share' : sending ? 'send' : 'kept'
}

function whereIs(item: Item | undefined, sending: boolean): ReactNode {
  if (!item) return waitingText.picked
  if (item.held) return waitingText.held
  if (item.state === 'refused')
    return (
      <>
        <span>{`${waitingText.again} `}</span>
        <Refusal item={item} />
      </>
    )
  if (needsCode(item)) return waitingText.needsCode
  if (sending) return waitingText.sending
  return item.trouble ? (
    <Why problem={item.trouble} at={item.notBefore} what={leaves} />
  ) : (
    waitingText.soon
  )
}

/** Links to the page where the student gave the answer, to give it again. */
function Redo({ kind, matricule, label }: LineProps['group'] & { label: string }) {
  const way =
    kind === 'enrolment'
      ? ({ to: '/register' } as const)
      : ({ to: correctionOf(askFor(matricule)) } as const)
  return (
    <Link {...way} className="button quiet">
      <span>{label}</span>
      <Icon name="forward" />
    </Link>
  )
}

/** The result of "Réessayer maintenant", shown from the press on. */
export function AnswerAlert({ answer }: { answer: Answer | undefined }) {
  if (!answer) return null
  if (answer.kind === 'trying') return <Alert tone="info">{waitingText.trying}</Alert>
  if (answer.kind === 'arrived')
    return (
      <Alert tone="success">
        {sentences(
          waitingText.gone(answer.arrived),
          answer.left > 0 && waitingText.rest(answer.left),
        )}
      </Alert>
    )
  return (
    <Alert tone="warning">
      <p>
        <Why problem={answer.problem} at={answer.at} what={leaves} />
        <span>{` ${waitingText.notYet}`}</span>
      </p>
    </Alert>
  )
}
