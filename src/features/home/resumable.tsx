import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { documentText } from '../../documents/text.ts'
import * as rowText from '../../documents/ui/row-text.ts'
import type { Gone } from '../../outbox/meanwhile.ts'
import { seeWaiting } from '../../outbox/ui/news-text.ts'
import type { DocumentType } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'
import { formatMoment, maskedPhone } from '../../ui/format.ts'
import { Way } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../../ui/panels.tsx'
import * as begunText from './resumable-text.ts'
import * as homeText from './text.ts'

/** What the dates make of the page. `soon`: who knows the way is let in, but the date is still to come. */
export type Phase = 'closed' | 'soon' | 'open'

/** What this device knows of an enrolment that was begun on it. */
export interface Begun {
  /**
   * `prepared`: only its documents are here. `update`: the provider has asked for documents again; `handed`: it goes on on
   * another device.
   */
  state: 'prepared' | 'draft' | 'done' | 'update' | 'handed'
  /** The wizard's own word for going on. */
  goOn: string
  /** From 1, of so many. */
  step: number
  steps: number
  /** How many documents the enrolment asks for. */
  documents: number
  /** How many requests of it have not arrived. */
  waiting: number
  /** Those that the student has still to give. */
  left: readonly DocumentType[]
  /** How many are here in advance, and leave once the number is confirmed. */
  ready: number
  /** Whose it is; nobody's on a shared device, where the next one reads it. */
  person?: { prenom: string; nom: string; matricule: string; phone: string } | undefined
  /** Until when the provider answers, in milliseconds; undefined once that is past, or where no clock is to be trusted. */
  answerBy?: number | undefined
  /** What became of documents since somebody last looked. */
  gone?: Gone | undefined
}

/** What goes on from where the student left it. */
export function BegunAction({ begun, children }: { begun: Begun; children: ReactNode }) {
  const { state, goOn, step, steps, documents, left, person, answerBy } = begun
  const given = left.length === documents ? -1 : documents - left.length
  if (state === 'draft')
    return (
      <>
        <p className="where">{begunText.greeting(person?.prenom ?? '')}</p>
        <Link to="/register" className="button">
          <span>
            {goOn}
            <span className="vh"> – </span>
            <small>{begunText.stands(step, steps, given, documents)}</small>
          </span>
          <Icon name="forward" />
        </Link>
        {children}
      </>
    )
  if (state === 'handed')
    return (
      <>
        <p className="where">{begunText.handed}</p>
        <Link to="/transfert" className="button">
          {begunText.toHanded} <Icon name="forward" />
        </Link>
      </>
    )
  if (state === 'update' && person)
    return (
      <>
        <p className="where">{begunText.wanted}</p>
        <Link to="/reclamation/$matricule" params={{ matricule: person.matricule }} className="button">
          {begunText.correct} <Icon name="forward" />
        </Link>
      </>
    )
  return (
    <>
      <p className="where">
        {begunText.done} {answerBy === undefined ? '' : begunText.contactedBy(formatMoment(answerBy))}
      </p>
      <Link to="/status" className="button">
        {commonText.toStatus} <Icon name="forward" />
      </Link>
    </>
  )
}

interface NewsProps {
  begun: Begun
  closed: boolean
}

/** In the place of the introduction, which who has begun does not need any more. */
export function BegunNews(props: NewsProps) {
  const { waiting } = props.begun
  return (
    <>
      <News {...props} />
      {waiting > 0 && (
        <ul className="rows">
          <Way to="/envois" icon="send">
            {seeWaiting}
            <small>{begunText.notArrived(waiting)}</small>
          </Way>
        </ul>
      )}
    </>
  )
}

function News({ begun, closed }: NewsProps) {
  const { state, left, ready, person, step, documents } = begun
  if (ready > 0)
    return (
      <div className="alert stack">
        <p>
          <strong>{rowText.ready(ready, documents)}.</strong> {begunText.readyToGo}{' '}
          {closed && state === 'draft' && begunText.keptClosed}
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
    if (closed) return <p className="alert">{begunText.keptClosed}</p>
    if (!sends) return <p className="alert">{begunText.kept}</p>
    if (left.length === 0) return <p className="alert">{begunText.onTheirWay}</p>
    return (
      <p className="alert">
        <span>
          <strong>{begunText.left(left.length)}</strong>
          {begunText.listed(left.map(document => documentText[document].title))}
        </span>
      </p>
    )
  }
  if (!person) return <p>{homeText.intro}</p>
  const facts = [
    [begunText.wholeName, `${person.prenom} ${person.nom}`],
    [begunText.matricule, person.matricule],
    [begunText.phone, maskedPhone(person.phone)],
  ] as const
  return <Card facts={facts} />
}
