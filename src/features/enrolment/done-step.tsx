import { useNavigate } from '@tanstack/react-router'
import { isClockRight } from '../../core/api/clock.ts'
import { documentText } from '../../documents/text.ts'
import { withRequestKey } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { answerWithinMs } from '../../spec/limits.ts'
import * as commonText from '../../spec/text.ts'
import { formatMoment, maskedPhone } from '../../ui/format.ts'
import { onceRead } from '../../ui/hands.page.ts'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../../ui/panels.tsx'
import { Way } from '../../ui/static-parts.tsx'
import * as wizardText from './text.ts'
import type { Enrolment } from './use-enrolment.ts'
import type { Step } from './wizard.ts'

type Done = Extract<Step, { kind: 'done' }>

/** The page's heading; on the last step it depends on how the wizard ended. */
export function stepTitle(step: Step | undefined): string {
  if (step?.kind !== 'done') return step?.title ?? ''
  return step.ending === 'finished' ? wizardText.finished : wizardText.preEnrolled
}

export function DoneHead({ step }: { step: Done }) {
  return (
    <p>{step.ending === 'finished' ? wizardText.finishedDetail : wizardText.preEnrolledDetail}</p>
  )
}

export function Done() {
  return (
    <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
      <path fill="#f5b83d" d="m28 0 28 28-28 28L0 28z" />
      <path fill="none" stroke="#15182b" strokeWidth="4.5" d="m18.5 28.5 6.5 6.5 13-13" />
    </svg>
  )
}

interface DoneProps {
  step: Done
  enrolment: Enrolment
  documents: readonly DocumentType[]
}

/** The last page: who was enrolled, what comes next, and what was received. */
export function DoneStep({ step, enrolment, documents }: DoneProps) {
  const { startOver } = enrolment.draft
  const { prenom, nom, matricule, phone } = enrolment.dossier.answers
  const facts = [
    [wizardText.firstName, prenom],
    [wizardText.lastName, nom],
    [wizardText.shortMatricule, matricule],
    [wizardText.phone, phone && maskedPhone(phone)],
  ] as const
  const navigate = useNavigate()
  const end = async () => {
    await startOver()
    await navigate({ to: '/home' })
  }
  return (
    <>
      <Card facts={facts} />
      {step.ending === 'finished' && (
        <button ref={onceRead} type="button" onClick={end}>
          {wizardText.end}
        </button>
      )}
      <h2>{wizardText.now}</h2>
      <ul className="rows">
        <li>
          <p className="need">
            <Icon name="clock" />
            <span>
              <b>{wizardText.keepPhoneOn}</b>
              <small>{answerWords(enrolment, documents)}</small>
            </span>
          </p>
        </li>
        <Way to="/status" icon="glass">
          {commonText.toStatus}
        </Way>
        <Way to="/recepisse" icon="download">
          {commonText.toReceipt}
        </Way>
      </ul>
      <details className="help">
        <summary>{wizardText.received(documents.length)}</summary>
        <ul>
          {documents.map(document => (
            <li key={document}>{documentText[document].saved}</li>
          ))}
        </ul>
      </details>
      {step.ending !== 'finished' && (
        <button ref={onceRead} type="button" className="quiet aside" onClick={startOver}>
          {wizardText.another}
        </button>
      )}
    </>
  )
}

/**
 * Section 9's promise counts from the last arrival; a date is shown only if the device's clock is
 * right.
 */
function answerWords({ items }: Enrolment, documents: readonly DocumentType[]): string {
  const last = Math.max(
    ...documents.map(document => withRequestKey(items, document)?.settledAt ?? 0),
  )
  if (last === 0 || !isClockRight()) return wizardText.answerSoon
  return wizardText.answerBefore(formatMoment(last + answerWithinMs))
}
