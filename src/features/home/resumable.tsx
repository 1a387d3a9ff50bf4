import { documentText } from '../../documents/text.ts'
import * as rowText from '../../documents/ui/row-text.ts'
import type { Gone } from '../../outbox/meanwhile.ts'
import { seeWaiting } from '../../outbox/ui/news-text.ts'
import * as sendingText from '../../outbox/ui/text.ts'
import type { DocumentType } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'
import type { Elements } from '../../ui/elements.tsx'
import { formatMoment, maskedPhone, sentences } from '../../ui/format.ts'
import { Card } from '../../ui/panels.tsx'
import { correctionOf, Link, type LinkTarget, Onward, Way } from '../../ui/static-parts.tsx'
import * as resumableText from './resumable-text.ts'
import * as homeText from './text.ts'

/** What this device knows of an enrolment started on it. */
export interface Resumable {
  /** `prepared`: only documents are here; `update`: some are wanted again. */
  state: 'prepared' | 'draft' | 'done' | 'update' | 'transferred'
  goOn: string
  /** The current step, from 1, and the number of steps. */
  step: number
  steps: number
  documents: number
  /** How many of its requests have not arrived. */
  waiting: number
  /** The documents that the student has still to give. */
  left: readonly DocumentType[]
  /** How many documents are prepared in advance; they leave once the phone number is confirmed. */
  ready: number
  /** The student's data; undefined on a shared device, where the next student would read it. */
  person?: { prenom: string; nom: string; matricule: string; phone: string } | undefined
  /**
   * Until when the provider answers, in milliseconds; undefined once that is past, or if no clock
   * can be trusted.
   */
  answerBy?: number | undefined
  /** What became of the documents since the student last looked. */
  gone?: Gone | undefined
}

/** The button that continues where the student left. */
export function ResumableAction({
  resumable,
  children,
}: {
  resumable: Resumable
  children: Elements
}) {
  const { state, goOn, step, steps, documents, left, person } = resumable
  const given = left.length === documents ? -1 : documents - left.length
  if (state === 'draft')
    return (
      <>
        <p className="where">{resumableText.greeting(person?.prenom || person?.nom || '')}</p>
        <Onward to="/register">
          <span>{goOn}</span>
          <span className="vh"> – </span>
          <small>{resumableText.stands(step, steps, given, documents)}</small>
        </Onward>
        {children}
      </>
    )
  const { words, to, label } = wayOn(resumable)
  return (
    <>
      <p className="where">{words}</p>
      <Onward to={to}>{label}</Onward>
    </>
  )
}

/** From an enrolment that is not a draft any more. */
function wayOn({ state, person, answerBy }: Resumable): {
  words: string
  to: LinkTarget
  label: string
} {
  if (state === 'transferred')
    return { words: resumableText.transferred, to: '/transfert', label: resumableText.toHanded }
  if (state === 'update' && person)
    return {
      words: resumableText.wanted,
      to: correctionOf(person.matricule),
      label: resumableText.correct,
    }
  const until = answerBy !== undefined && resumableText.contactedBy(formatMoment(answerBy))
  return { words: sentences(resumableText.done, until), to: '/status', label: commonText.toStatus }
}

interface NewsProps {
  resumable: Resumable
  closed: boolean
}

/** Replaces the introduction, which a student who has started does not need any more. */
export function ResumableNews(props: NewsProps) {
  const { waiting } = props.resumable
  return (
    <>
      <News {...props} />
      {waiting > 0 && (
        <ul className="rows">
          <Way to="/envois" icon="send">
            <span>{seeWaiting}</span>
            <small>{sendingText.notArrived(waiting)}</small>
          </Way>
        </ul>
      )}
    </>
  )
}

function News({ resumable, closed }: NewsProps) {
  const { state, left, ready, person, step, documents } = resumable
  if (ready > 0)
    return (
      <div className="alert stack">
        <p>
          <strong>{`${rowText.ready(ready, documents)}. `}</strong>
          <span>
            {sentences(
              resumableText.readyToGo,
              closed && state === 'draft' && resumableText.keptClosed,
            )}
          </span>
        </p>
        {!closed && (
          <Link to="/preparer" className="button quiet">
            {rowText.seeReady}
          </Link>
        )}
      </div>
    )
  if (state === 'draft') {
    const sends = step > 2 || left.length < documents
    if (closed) return <p className="alert">{resumableText.keptClosed}</p>
    if (!sends) return <p className="alert">{resumableText.kept}</p>
    if (left.length === 0) return <p className="alert">{resumableText.onTheirWay}</p>
    return (
      <p className="alert">
        <span>
          <strong>{resumableText.left(left.length)}</strong>
          <span>{resumableText.listed(left.map(document => documentText[document].title))}</span>
        </span>
      </p>
    )
  }
  if (!person) return <p>{homeText.intro}</p>
  const facts = [
    [resumableText.wholeName, `${person.prenom} ${person.nom}`.trim()],
    [resumableText.matricule, person.matricule],
    [resumableText.phone, maskedPhone(person.phone)],
  ] as const
  return <Card facts={facts} />
}
