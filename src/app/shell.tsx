/// <reference path="./raw-picture.d.ts" />

import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { NetworkLine } from '../sending/network-line.tsx'
import { DeviceLink } from '../shared-device/device-link.tsx'
import { useLockCount } from '../shared-device/session/use-device.ts'
import { SharedDevice } from '../shared-device/shared-device.tsx'
import type { Contacts } from './contacts.ts'
import { Footer } from './footer.tsx'
import { InAppNotice } from './in-app-notice.tsx'
import aidLogo from './logo-aide.svg?raw'
import paymentLogo from './logo-paiement.svg?raw'
import * as appText from './text.ts'
import { UpdateBanner } from './update-banner.tsx'
import { useResume } from './use-resume.ts'

/** Two small logos are not worth a round trip each; Vite's own address of a picture with text would be base64. */
const pictureOf = (svg: string) => `data:image/svg+xml,${svg.replace(/[<>#]/g, encodeURIComponent)}`

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
          <img src={pictureOf(aidLogo)} alt={appText.aidLogo} width="132" height="40" />
        </Link>
        <Link to="/home">
          <img src={pictureOf(paymentLogo)} alt={appText.paymentLogo} width="132" height="40" />
        </Link>
      </header>
      <NetworkLine />
      <SharedDevice />
      <main ref={main} tabIndex={-1} className="column">
        <InAppNotice path={path} />
        <UpdateBanner />
        <Outlet key={locks} />
      </main>
      <DeviceLink />
      <Footer contacts={contacts} />
    </>
  )
}
