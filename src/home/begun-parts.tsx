import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as commonText from '../common/text.ts'
import { documentText } from '../documents/text.ts'
import { seeWaiting } from '../sending/again-text.ts'
import { Card } from '../ui/card.tsx'
import { formatMoment, maskedPhone } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Way } from '../ui/way.tsx'
import type { Begun } from './begun.ts'
import * as homeText from './text.ts'

/** What goes on from where the student left it. */
export function BegunAction({ begun, children }: { begun: Begun; children: ReactNode }) {
  const { state, goOn, step, steps, documents, left, person, answerBy } = begun
  const given = left.length === documents ? -1 : documents - left.length
  if (state === 'draft')
    return (
      <>
        <p className="where">{homeText.greeting(person?.prenom ?? '')}</p>
        <Link to="/register" className="button">
          <span>
            {goOn}
            <span className="vh"> – </span>
            <small>{homeText.stands(step, steps, given, documents)}</small>
          </span>
          <Icon name="forward" />
        </Link>
        {children}
      </>
    )
  if (state === 'handed')
    return (
      <>
        <p className="where">{homeText.handed}</p>
        <Link to="/transfert" className="button">
          {homeText.toHanded} <Icon name="forward" />
        </Link>
      </>
    )
  if (state === 'update' && person)
    return (
      <>
        <p className="where">{homeText.wanted}</p>
        <Link to="/reclamation/$matricule" params={{ matricule: person.matricule }} className="button">
          {homeText.correct} <Icon name="forward" />
        </Link>
      </>
    )
  return (
    <>
      <p className="where">
        {homeText.done} {answerBy === undefined ? '' : homeText.contactedBy(formatMoment(answerBy))}
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
            <small>{homeText.notArrived(waiting)}</small>
          </Way>
        </ul>
      )}
    </>
  )
}

function News({ begun, closed }: NewsProps) {
  const { state, left, person, step, documents } = begun
  if (state === 'draft') {
    const sends = step > 2 || left.length < documents
    if (closed) return <p className="alert">{homeText.keptClosed}</p>
    if (!sends) return <p className="alert">{homeText.kept}</p>
    if (left.length === 0) return <p className="alert">{homeText.onTheirWay}</p>
    return (
      <p className="alert">
        <span>
          <strong>{homeText.left(left.length)}</strong>
          {homeText.listed(left.map(document => documentText[document].title))}
        </span>
      </p>
    )
  }
  if (!person) return <p>{homeText.intro}</p>
  const facts = [
    [homeText.wholeName, `${person.prenom} ${person.nom}`],
    [homeText.matricule, person.matricule],
    [homeText.phone, maskedPhone(person.phone)],
  ] as const
  return <Card facts={facts} />
}
