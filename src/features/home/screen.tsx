import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentBacQuery, newestBacQuery } from '../../core/api/use-queries.ts'
import { Drawing } from '../../documents/ui/drawing.tsx'
import type { DocumentType } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'
import { closedMessage } from '../../spec/text.ts'
import { Head, Help, Way } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Phase, Resumable } from './resumable.tsx'
import * as homeText from './text.ts'

interface HomeProps {
  countdown: ReactNode
  /** Undefined: not known yet. */
  phase: Phase | undefined
  /** What goes on here: its parts come with the wizard's knowledge, and only where something was begun. */
  resumable: { state: Resumable['state']; action: ReactNode; news: ReactNode } | undefined
  /** What else waits on this device, or can be done with it. */
  foot: ReactNode
  sites: { years20192020: string; older: string }
}

/** One thing for each state: what the dates and this device make of it. */
export function HomeScreen({ countdown, phase, resumable: found, foot, sites }: HomeProps) {
  const bac = useQuery(currentBacQuery).data ?? ''
  const newest = useQuery(newestBacQuery).data ?? ''
  // A draft can't be gone on with while nobody is let in, and what is only prepared begins like any other.
  const goesOn = found && found.state !== 'prepared' && (found.state !== 'draft' || phase !== 'closed')
  const resumable = goesOn ? found : undefined
  return (
    <>
      <Head title={homeText.title}>
        <div className="now">
          {resumable ? (
            resumable.action
          ) : (
            <WindowAction phase={phase} bac={bac} newest={newest}>
              {countdown}
            </WindowAction>
          )}
        </div>
      </Head>
      <div className="body">
        <div className="intro">{resumable ? resumable.news : <p>{homeText.intro}</p>}</div>
        <Ways phase={phase} resumable={resumable?.state} bac={bac} newest={newest} />
        {foot}
        <div className="cols">
          <ToPrepare />
          <div className="stack">
            <ToKnow />
            {phase === 'closed' && <Help />}
            {phase !== undefined && phase !== 'closed' && <OlderBacs {...sites} />}
          </div>
        </div>
      </div>
    </>
  )
}

type ActionProps = Pick<HomeProps, 'phase'> & { bac: string; newest: string; children: ReactNode }

/** What to do as the dates stand; until they are known the page offers what is most likely, where it then is. */
function WindowAction({ phase, bac, newest, children }: ActionProps) {
  const isAhead = phase === 'closed' || phase === 'soon'
  if (isAhead)
    return (
      <>
        {children}
        <Link to="/preparer" className="button">
          {commonText.prepare}
        </Link>
        {phase === 'soon' && <p className="where">{homeText.readier}</p>}
      </>
    )
  return (
    <>
      <p className="where">{newest ? homeText.newest(newest) : homeText.free}</p>
      <RegisterButton bac={bac} />
      {children}
    </>
  )
}

/** What to prepare. */
export function ToPrepare() {
  const needed = Object.entries(homeText.documents) as [DocumentType, string][]
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" tabIndex={-1}>
        {homeText.documentsTitle}
      </h2>
      <ul className="rows">
        {needed.map(([document, words]) => (
          <li key={document} className="need">
            <Drawing document={document} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What to know. */
export function ToKnow() {
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{homeText.rulesTitle}</h2>
      <ul className="stack">
        <li className="alert doubt">
          <span>
            <strong>{homeText.free}</strong> {homeText.inPerson} {homeText.secret}
          </span>
        </li>
      </ul>
      <ul className="dots">
        {homeText.rules.map(rule => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}

/** Section 2: not drawn while enrolment is closed. Whose address is not configured is not drawn at all. */
export function OlderBacs({ years20192020, older }: { years20192020: string; older: string }) {
  if (!years20192020 && !older) return null
  return (
    <section aria-labelledby="older">
      <h2 id="older">{homeText.older}</h2>
      <div className="pair">
        <OtherSite address={years20192020} name={homeText.site20192020} />
        <OtherSite address={older} name={homeText.siteOlder} />
      </div>
    </section>
  )
}

function OtherSite({ address, name }: { address: string; name: string }) {
  if (!address) return null
  return (
    <a href={address} className="button quiet" rel="noreferrer">
      {name}
    </a>
  )
}

export function RegisterButton({ bac }: { bac: string }) {
  return (
    <Link to="/register" className="button">
      {/* Another label has another one beside it: where it stands is not where it stood. */}
      {homeText.register(bac)} <Icon key={bac} name="forward" />
    </Link>
  )
}

interface WaysProps {
  phase: Phase | undefined
  /** What the head leads on with, in place of registering. */
  resumable: Resumable['state'] | undefined | false
  bac: string
  newest: string
}

/** The ways on, besides the one that the head offers. */
export function Ways({ phase, resumable, bac, newest }: WaysProps) {
  const closed = phase === 'closed'
  return (
    <ul className="rows">
      {resumable !== 'done' && (
        <Way to="/status" icon="glass">
          {commonText.toStatus}
        </Way>
      )}
      <Way to="/recepisse" icon="download">
        {commonText.toReceipt}
      </Way>
      {closed || phase === 'soon' || resumable ? (
        <Way to="/register" icon={closed ? 'lock' : 'file'}>
          {homeText.register(bac)}
          <small>{underRegister(closed, resumable, newest)}</small>
        </Way>
      ) : (
        <li>
          {/* In the same place, so that what stands below does not move when the dates come. */}
          <a href="#contacts">
            <Icon name="list" />
            <span>{homeText.contacts}</span>
            <Icon name="forward" />
          </a>
        </li>
      )}
      <Way to="/transfert" icon="share">
        {homeText.transfer}
      </Way>
    </ul>
  )
}

function underRegister(closed: boolean, resumable: WaysProps['resumable'], newest: string): string {
  if (closed && resumable) return closedMessage
  if (resumable) return resumable === 'draft' || resumable === 'handed' ? homeText.again : homeText.anotherPerson
  return newest ? homeText.newestLater(newest) : homeText.later
}
