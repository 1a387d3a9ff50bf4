import { documentText } from '../../documents/text.ts'
import { keptReplyText } from '../../outbox/ui/fresh-or-kept.ts'
import { formatDay } from '../../spec/day.ts'
import type { WizardVariant } from '../../spec/documents.ts'
import { fileStatusOf } from '../../spec/file-status.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import { formatHour } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { correctionOf, Help, Link } from '../../ui/static-parts.tsx'
import { askFor } from '../shared-device/subject.ts'
import type { Answer } from './ask-status.ts'
import { documentStates } from './status.rule.ts'
import * as statusText from './text.ts'

interface ResultProps {
  answer: Answer
  variant: WizardVariant
  /**
   * Site for correcting files of this older year; empty where none is configured, undefined for the
   * current year.
   */
  site: string | undefined
}

/** The reply, what to do next, and the state of each document. */
export function Result({ answer: { question, reply, kept, at }, variant, site }: ResultProps) {
  const { phone, matricule } = question.entries
  const { tone, offers } = fileStatusOf(reply.status)
  const { state, next } = statusText.describeFile(reply)
  const documents = documentStates(reply, variant)
  return (
    <div className={documents.length > 0 ? 'cols' : 'stack'}>
      <div className="stack">
        {/* The provider's message is news, good or bad, and not the student's fault: `fault` is off. */}
        <Alert tone={tone} fault={false} arrives>
          <p>
            <strong>{state}</strong>
          </p>
          {offers === 'correction' && site !== undefined && (
            <p>
              <span>{statusText.elsewhere}</span>
              {site ? <a href={site}>{statusText.site}</a> : <span>{statusText.noSite}</span>}
            </p>
          )}
          <small>
            {kept
              ? keptReplyText(kept, statusText.kept)
              : statusText.checkedAt(formatDay(at), formatHour(at))}
          </small>
        </Alert>
        <p>{next}</p>
        {offers === 'correction' && (
          <Link className="button" to={correctionOf(askFor(phone || matricule))}>
            {statusText.correct}
          </Link>
        )}
        {offers === 'receipt' && (
          <Link className="button" to="/recepisse">
            <Icon name="download" />
            <span>{commonText.toReceipt}</span>
          </Link>
        )}
        {offers === 'help' && <Help />}
      </div>
      <Documents documents={documents} />
    </div>
  )
}

function Documents({ documents }: { documents: ReturnType<typeof documentStates> }) {
  if (documents.length === 0) return null
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">{statusText.documentsTitle}</h2>
      <ul className="rows">
        {documents.map(({ document, validated }) => (
          <li key={document} className={validated ? 'need fine' : 'need doubt'}>
            <span className="state">
              <Icon name={validated ? 'check' : 'clock'} />
            </span>
            <span className="what">
              <b>{documentText[document].title}</b>
              <span className="state">
                {validated ? statusText.validated : commonText.notValidated}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
