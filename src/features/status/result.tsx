import { Link } from '@tanstack/react-router'
import { documentText } from '../../documents/text.ts'
import { keptText } from '../../outbox/ui/fresh-or-kept.ts'
import type { Reading } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/alert.tsx'
import { formatDay, formatHour } from '../../ui/format.ts'
import { Help } from '../../ui/help.tsx'
import { Icon } from '../../ui/icon.tsx'
import { askFor } from '../shared-device/subject.ts'
import type { Answer } from './ask-status.ts'
import { documentsIn, isFound, mayCorrect, toneOf } from './status.rule.ts'
import * as statusText from './text.ts'

interface ResultProps {
  answer: Answer
  reading: Reading
  /** Of an older year, where such a file may be corrected instead; empty where none is configured. */
  site: string | undefined
}

/** The answer, what to do then, and how each document stands. */
export function Result({ answer: { question, reply, kept, at }, reading, site }: ResultProps) {
  const { phone, matricule } = question.entries
  const toCorrect = mayCorrect(reply.status)
  const documents = documentsIn(reply, reading)
  return (
    <div className={documents.length > 0 ? 'cols' : 'stack'}>
      <div className="stack">
        {/* What the provider says of a file is news, good or bad, and no fault. */}
        <Alert tone={toneOf(reply.status)} fault={false} arrives>
          <p>
            <strong>{statusText.wordsOf(reply)}</strong>
          </p>
          {toCorrect && site !== undefined && (
            <p>
              {statusText.elsewhere}
              {site ? <a href={site}>{statusText.site}</a> : statusText.noSite}
            </p>
          )}
          <small>{kept ? keptText(kept, statusText.kept) : statusText.checkedAt(formatDay(at), formatHour(at))}</small>
        </Alert>
        <p>{statusText.nextOf(reply)}</p>
        {toCorrect && (
          <Link className="button" to="/reclamation/$matricule" params={{ matricule: askFor(phone || matricule) }}>
            {statusText.correct}
          </Link>
        )}
        {reply.status === 2 && (
          <Link className="button" to="/recepisse">
            <Icon name="download" /> {commonText.toReceipt}
          </Link>
        )}
        {!isFound(reply.status) && <Help />}
      </div>
      <Documents documents={documents} />
    </div>
  )
}

function Documents({ documents }: { documents: ReturnType<typeof documentsIn> }) {
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
              {documentText[document].title}
              <span className="state">{validated ? statusText.validated : commonText.notValidated}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
