import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentBacQuery, newestBacQuery } from '../provider/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { homeText } from './text.ts'

interface HomeProps {
  countdown: ReactNode
  /** The two buttons to other sites appear only while enrolment is not closed (section 2). */
  open: boolean
  /** Sent here by the guard, and to be let in once the window opens. */
  waiting: boolean
  sites: { years20192020: string; older: string }
}

export function HomeScreen({ countdown, open, waiting, sites }: HomeProps) {
  const bac = useQuery(currentBacQuery).data ?? ''
  const newest = useQuery(newestBacQuery).data ?? ''
  return (
    <>
      <title>{homeText.title}</title>
      <h1>{homeText.title}</h1>
      {waiting && !open && <Alert tone="info">{homeText.waiting}</Alert>}
      {countdown}
      <p>{homeText.intro}</p>
      {newest && <p className="newest">{homeText.newest(newest)}</p>}
      <div className="choices">
        <Link to="/register" className="button">
          {homeText.register(bac)}
        </Link>
        {open && sites.years20192020 && (
          <a href={sites.years20192020} className="button secondary" rel="noreferrer">
            {homeText.site20192020}
          </a>
        )}
        {open && sites.older && (
          <a href={sites.older} className="button secondary" rel="noreferrer">
            {homeText.siteOlder}
          </a>
        )}
        <Link to="/status" className="button outline">
          {homeText.toStatus}
        </Link>
        <Link to="/recepisse" className="plain">
          {homeText.toReceipt}
        </Link>
      </div>
      <section aria-labelledby="rules">
        <h2 id="rules">{homeText.rulesTitle}</h2>
        <ul>
          {homeText.rules.map(rule => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="documents">
        <h2 id="documents">{homeText.documentsTitle}</h2>
        <ul>
          {homeText.documents.map(document => (
            <li key={document}>{document}</li>
          ))}
        </ul>
      </section>
    </>
  )
}
