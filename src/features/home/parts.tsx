import * as commonText from '../../spec/text.ts'
import { closedMessage } from '../../spec/text.ts'
import type { Elements } from '../../ui/elements.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Help, Link, Way } from '../../ui/static-parts.tsx'
import type { Phase } from './dates.rule.ts'
import type { Resumable } from './resumable.tsx'
import * as homeText from './text.ts'

/**
 * The parts of the home page that the dates change. Without hooks: they are drawn before React is
 * there.
 */

interface ActionProps {
  phase: Phase | undefined
  bac: string
  newest: string
  children: Elements
}

/**
 * The main action for the current dates; until they are known, the most likely one in its final
 * place.
 */
export function WindowAction({ phase, bac, newest, children }: ActionProps) {
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

function ToKnow() {
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{homeText.rulesTitle}</h2>
      <ul className="stack">
        <li className="alert doubt">
          <span>
            <strong>{homeText.free}</strong>
            <span>{` ${homeText.inPerson} ${homeText.secret}`}</span>
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

/** The addresses of the other enrolment sites; empty where none is configured. */
export interface Sites {
  years20192020: string
  older: string
}

/**
 * Beside the documents: the rules, and what there is for a student whom this enrolment is not for.
 */
export function Aside({ phase, sites }: { phase: Phase | undefined; sites: Sites }) {
  return (
    <>
      <ToKnow />
      {phase === 'closed' && <Help />}
      {phase !== undefined && phase !== 'closed' && <OlderBacs {...sites} />}
    </>
  )
}

/**
 * Section 2: not rendered while enrolment is closed. A site without a configured address is left
 * out.
 */
function OlderBacs({ years20192020, older }: Sites) {
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

function RegisterButton({ bac }: { bac: string }) {
  return (
    <Link to="/register" className="button">
      {/* A new label has another width: the key renders it anew, so that the old one does not appear to move. */}
      <Label key={bac} bac={bac} />
    </Link>
  )
}

const Label = ({ bac }: { bac: string }) => (
  <>
    <span>{homeText.register(bac)}</span>
    <Icon name="forward" />
  </>
)

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
    <>
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
          <span>{homeText.register(bac)}</span>
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
    </>
  )
}

function underRegister(closed: boolean, resumable: WaysProps['resumable'], newest: string): string {
  if (closed && resumable) return closedMessage
  if (resumable)
    return resumable === 'draft' || resumable === 'transferred'
      ? homeText.again
      : homeText.anotherPerson
  return newest ? homeText.newestLater(newest) : homeText.later
}
