import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as commonText from '../common/text.ts'
import { currentBacQuery, newestBacQuery } from '../provider/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Head } from '../ui/head.tsx'
import * as homeText from './text.ts'

interface HomeProps {
  countdown: ReactNode
  /** The two buttons to other sites appear only while enrolment is not closed (section 2); undefined: not known yet. */
  open: boolean | undefined
  /** Sent here by the guard, and to be let in once the window opens. */
  waiting: boolean
  /** What closes it is the server's own answer, and a fresh one. */
  asked: boolean
  sites: { years20192020: string; older: string }
}

export function HomeScreen({ countdown, open, waiting, asked, sites }: HomeProps) {
  const bac = useQuery(currentBacQuery).data ?? ''
  const newest = useQuery(newestBacQuery).data ?? ''
  return (
    <>
      <Head title={homeText.title}>
        <div className="dates">
          {countdown}
          {/* Not before the dates are known: the page was drawn without it. */}
          {waiting && open === false && <Alert tone="info">{homeText.waiting(asked)}</Alert>}
        </div>
        <Link to="/register" className="button">
          {homeText.register(bac)}
        </Link>
      </Head>
      <div className="body">
        <p>{homeText.intro}</p>
        <p className="newest">{newest && homeText.newest(newest)}</p>
        <div className="stack">
          <OtherSite open={open} address={sites.years20192020} name={homeText.site20192020} />
          <OtherSite open={open} address={sites.older} name={homeText.siteOlder} />
          <Link to="/status" className="button quiet">
            {commonText.toStatus}
          </Link>
          <Link to="/recepisse" className="plain">
            {commonText.toReceipt}
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
            {Object.values(homeText.documents).map(document => (
              <li key={document}>{document}</li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

function OtherSite({ open, address, name }: { open: boolean | undefined; address: string; name: string }) {
  if (open === false || !address) return null
  // Its place is kept until the dates are known: nothing may move under a thumb.
  const state = open ? '' : 'awaited'
  return (
    <a href={address} className={`button quiet ${state}`} rel="noreferrer">
      {name}
    </a>
  )
}
