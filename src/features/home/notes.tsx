import { Drawing } from '../../documents/ui/drawing.tsx'
import type { DocumentType } from '../../spec/documents.ts'
import * as homeText from './text.ts'

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
