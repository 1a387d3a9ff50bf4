/// <reference path="./inline-picture.d.ts" />
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { NetworkLine } from '../sending/network-line.tsx'
import { DeviceLink } from '../shared-device/device-link.tsx'
import { SharedDevice } from '../shared-device/shared-device.tsx'
import { useLockCount } from '../shared-device/use-device.ts'
import type { Contacts } from './contacts.ts'
import { Footer } from './footer.tsx'
import aidLogo from './logo-aide.svg?inline'
import paymentLogo from './logo-paiement.svg?inline'
import { UpdateBanner } from './update-banner.tsx'
import { useResume } from './use-resume.ts'

/** Section 1: two logos that lead home, the page, the contact details. */
export function Shell({ contacts }: { contacts: Contacts }) {
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: location => location.pathname })
  const shownPath = useRef(path)
  // A lock ends every screen, and what it held.
  const locks = useLockCount()
  useResume(path)
  // Who listens to the page is taken to the new one's beginning, as who looks at it is.
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <>
      <header className="page-header">
        <Link to="/home">
          <img src={aidLogo} alt="Aide aux étudiants, accueil" width="132" height="40" />
        </Link>
        <Link to="/home">
          <img src={paymentLogo} alt="Paiement mobile, accueil" width="132" height="40" />
        </Link>
      </header>
      <NetworkLine />
      <SharedDevice />
      <main ref={main} tabIndex={-1} className="container">
        <UpdateBanner />
        <Outlet key={locks} />
      </main>
      <DeviceLink />
      <Footer contacts={contacts} />
    </>
  )
}
