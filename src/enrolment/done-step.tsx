import { Link, useNavigate } from '@tanstack/react-router'
import * as commonText from '../common/text.ts'
import { documentText } from '../documents/text.ts'
import type { DocumentType } from '../rules/documents.ts'
import * as wizardText from './text.ts'
import type { Enrolment } from './use-enrolment.ts'
import type { Step } from './wizard.ts'

interface DoneProps {
  step: Extract<Step, { kind: 'done' }>
  enrolment: Enrolment
  documents: readonly DocumentType[]
}

export function DoneStep({ step, enrolment, documents }: DoneProps) {
  const { startOver } = enrolment.draft
  const navigate = useNavigate()
  if (step.ending === 'finished')
    return (
      <>
        <h2>{wizardText.finished}</h2>
        <p>{wizardText.finishedDetail}</p>
        <button
          type="button"
          onClick={async () => {
            await startOver()
            await navigate({ to: '/home' })
          }}
        >
          {wizardText.end}
        </button>
      </>
    )
  return (
    <>
      <h2>{wizardText.preEnrolled}</h2>
      <p>{wizardText.preEnrolledDetail}</p>
      <ul>
        {documents.map(document => (
          <li key={document}>{documentText[document].saved}</li>
        ))}
      </ul>
      <p>
        <Link to="/status">{commonText.toStatus}</Link>
      </p>
      <button type="button" className="quiet" onClick={startOver}>
        {wizardText.another}
      </button>
    </>
  )
}
