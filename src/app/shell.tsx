import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isEncrypted } from '../core/crypto/keyring.ts'
import { findInterruption } from '../core/db/awaiting.ts'
import { listDossiers } from '../core/db/dossiers.ts'
import { currentMode } from '../core/db/shared-mode.ts'
import { DeviceLink, SharedDevice } from '../features/shared-device/shared-device.tsx'
import { useLockCount } from '../features/shared-device/use-device.ts'
import { NetworkLine } from '../outbox/ui/network-line.tsx'
import { useKeptDates } from '../outbox/use-outbox.ts'
import { type Contacts, callAddress, chatAddress } from '../spec/contacts.ts'
import { letGo } from '../ui/carried.page.ts'
import { Weave } from '../ui/head.tsx'
import { Link } from '../ui/static-parts.tsx'
import { ready } from './bridge.ts'
import { Notices } from './notices.tsx'
import * as appText from './text.ts'

/** Section 1: two logos that lead home, the page, the contact details. */
export function Shell({ contacts }: { contacts: Contacts }) {
  const path = useLocation({ select: location => location.pathname })
  // A lock unmounts every screen, with the data that it held.
  const locks = useLockCount()
  const isKept = useSyncExternalStore(ready.subscribe, ready.get, () => false)
  // Without stored dates, enrolment counts as closed.
  const hasDates = useKeptDates() !== undefined
  useResume(path)
  // On a shared device another student may have come to another page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the page counts
  useEffect(() => {
    if (currentMode() === 'shared') letGo()
  }, [path])
  return (
    <>
      <a className="skip vh" href="#main">
        {appText.skip}
      </a>
      <Weave />
      <Logos />
      <NetworkLine ready={isKept && hasDates} />
      <SharedDevice />
      {/* As tall as the screen: a form that grows once its draft is read must not visibly push the footer down. */}
      <main id="main" className={path === '/register' ? 'tall' : undefined} tabIndex={-1}>
        <Notices path={path} />
        <Outlet key={locks} />
      </main>
      <DeviceLink />
      <Footer contacts={contacts} />
    </>
  )
}

export function Footer({
  contacts: { aidOffice, provider, tollFree, whatsApp, email },
}: {
  contacts: Contacts
}) {
  return (
    <footer className="foot">
      <p>{appText.runBy}</p>
      <h2 id="contacts" tabIndex={-1}>
        {appText.contacts}
      </h2>
      <dl className="pair">
        <Entry label={appText.aidOffice} values={aidOffice} address={callAddress} />
        <Entry label={appText.provider} values={provider} address={callAddress} />
        <Entry label={appText.tollFree} values={tollFree ? [tollFree] : []} address={callAddress} />
        <Entry label="WhatsApp" values={whatsApp} address={chatAddress} />
        <Entry
          label={appText.email}
          values={email ? [email] : []}
          address={email => `mailto:${email}`}
        />
      </dl>
    </footer>
  )
}

interface EntryProps {
  label: string
  values: readonly string[]
  address(value: string): string
}

function Entry({ label, values, address }: EntryProps) {
  if (values.length === 0) return null
  return (
    <div>
      <dt>{label}</dt>
      {values.map(value => (
        <dd key={value}>
          <a href={address(value)} rel="noreferrer">
            {value}
          </a>
        </dd>
      ))}
    </div>
  )
}

/**
 * Section 2: two logos, both leading home. Inline: two small pictures are not worth a round trip
 * each.
 */
export function Logos() {
  return (
    <header className="top line apart">
      <Link to="/home" className="logo" aria-label={appText.aidLogo}>
        <svg width="32" height="36" viewBox="0 0 32 36" aria-hidden="true">
          <path fill="#f5b83d" d="m16 0 6.5 6.5L16 13 9.5 6.5z" />
          <path
            fill="currentColor"
            d="M15 34V19.5C11 16 6 15 1 15.5V30c5-.5 10 .5 14 4zm2 0V19.5c4-3.5 9-4.5 14-4V30c-5-.5-10 .5-14 4z"
          />
        </svg>
        <span>{appText.aidName}</span>
      </Link>
      <Link to="/home" className="logo" aria-label={appText.paymentLogo}>
        <svg
          width="32"
          height="36"
          viewBox="0 0 32 36"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
        >
          <rect x="6.3" y="1.3" width="19.4" height="33.4" rx="4" strokeWidth="2.6" />
          <path fill="#f5b83d" stroke="none" d="m16 8.5 6.5 6.5-6.5 6.5L9.5 15z" />
          <path strokeWidth="2.6" strokeLinecap="round" d="M13 28.5h6" />
        </svg>
        <span>{appText.paymentName}</span>
      </Link>
    </header>
  )
}

/**
 * A phone that killed the page behind its camera may reopen the portal at the home page: this leads
 * the student back to the photo's document. Only once, and only from home: the student chose any
 * other address.
 */
export function useResume(path: string): void {
  const navigate = useNavigate()
  const start = useRef(path)
  useEffect(() => {
    if (start.current !== '/home' && start.current !== '/') return
    start.current = ''
    findPlace()
      .then(place => place && navigate({ ...place, replace: true }))
      .catch(reportError)
  }, [navigate])
}

async function findPlace() {
  const { awaiting } = await findInterruption(Date.now())
  if (!awaiting) return undefined
  const enrolment = { to: awaiting.prepares ? '/preparer' : '/register' } as const
  // Only its student can open it: the unlock screen asks for the code, and says why.
  if (isEncrypted(awaiting.dossier)) return enrolment
  const { readable } = await listDossiers()
  const dossier = readable.find(({ id, closed }) => id === awaiting.dossier && !closed)
  if (dossier?.kind === 'enrolment') return enrolment
  const matricule = dossier?.answers.matricule
  return matricule ? ({ to: '/reclamation/$matricule', params: { matricule } } as const) : undefined
}
