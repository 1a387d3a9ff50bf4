import { useEffect, useState } from 'react'
import { mayInvite, rememberAnswer } from './answered.ts'
import { lookForWay } from './offer.page.ts'
import type { Way } from './way.rule.ts'

/** How the portal may be installed from here; undefined while nobody is to be asked. The browser may offer it late. */
export function useWay(): Way | undefined {
  const [way, setWay] = useState<Way>()
  useEffect(() => {
    const end = new AbortController()
    const look = async () => {
      const found = (await mayInvite()) ? lookForWay() : undefined
      if (!end.signal.aborted) setWay(found)
    }
    const lookSafely = () => void look().catch(reportError)
    addEventListener('beforeinstallprompt', lookSafely, end)
    // By the browser's own menu.
    addEventListener('appinstalled', () => void rememberAnswer().then(lookSafely, reportError), end)
    lookSafely()
    return () => end.abort()
  }, [])
  return way
}
