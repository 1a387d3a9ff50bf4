import { useEffect, useState } from 'react'
import { isSpaceShort } from '../../core/db/space.page.ts'
import { Alert } from '../../ui/alert.tsx'
import * as rowText from './row-text.ts'

/** Told before the photos, while the student can still make room. */
export function SpaceNotice() {
  const [short, setShort] = useState(false)
  useEffect(() => {
    isSpaceShort().then(setShort).catch(reportError)
  }, [])
  return short && <Alert tone="warning">{rowText.spaceShort}</Alert>
}
