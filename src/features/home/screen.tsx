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
  /** Undefined until it is known. */
  phase: Phase | undefined
  /** An enrolment started on this device; its parts load with the wizard's code, and only if there is one. */
  resumable: { state: Resumable['state']; action: ReactNode; news: ReactNode } | undefined
  /** Other links: what else waits on this device, or can be done with it. */
  foot: ReactNode
  sites: { years20192020: string; older: string }
}

/** The home page: one main action for each state of the dates and of this device. */
export function HomeScreen({ countdown, phase, resumable, foot, sites }: HomeProps) {
  const bac = useQuery(currentBacQuery).data ?? ''
  const newest = useQuery(newestBacQuery).data ?? ''
  // A draft can't go on while enrolment is closed; a student with only prepared documents starts like any other.
  const goesOn = resumable && resumable.state !== 'prepared' && (resumable.state !== 'draft' || phase !== 'closed')
  return (
    <>
      <Head title={homeText.title}>
        <div className="now">
          {goesOn ? (
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
        <Ways phase={phase} resumable={goesOn && resumable.state} bac={bac} newest={newest} />
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

/** The main action for the current dates; until they are known, the most likely one in its final place. */
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

/** The documents to prepare. */
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

/** The rules of enrolment. */
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

/** Section 2: not rendered while enrolment is closed. A site without a configured address is left out. */
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
      {/* A new label has another width: the key renders a new icon, so that the old one does not appear to move. */}
      {homeText.register(bac)} <Icon key={bac} name="forward" />
    </Link>
  )
}

interface WaysProps {
  phase: Phase | undefined
  /** State of the dossier that the page's head continues, in place of registering. */
  resumable: Resumable['state'] | undefined | false
  bac: string
  newest: string
}

/** The links below the head, without the one that the head offers. */
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
          {/* In the same place, so that nothing below moves when the dates arrive. */}
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
