import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { dateText } from '../core/api/text.ts'
import { currentMode } from '../core/db/shared-mode.ts'
import { MissingPart } from '../core/platform/lazy-part.ts'
import * as commonText from '../spec/text.ts'
import { carryOver, pack } from '../ui/carried.page.ts'
import { sentences } from '../ui/format.ts'
import { Head, nextIsFirst } from '../ui/head.tsx'
import { Link, Way } from '../ui/static-parts.tsx'
import * as uiText from '../ui/text.ts'
import { isWorthAnotherTry } from './crash.rule.ts'
import * as appText from './text.ts'

interface CrashProps {
  error: unknown
  /** Draws the screen anew. */
  reset(): void
}

/** When a screen was last drawn anew, by a clock that cannot be set. */
let triedAt = Number.NEGATIVE_INFINITY

/** The button is not the only way to load a page again. */
function keep(): void {
  if (currentMode() === 'own') pack()
}

/**
 * An error costs no answer: the screen is drawn anew by itself, once, and its fields take over what
 * stood in them. Only an error that comes again is shown; what stood there then survives the
 * student's retry or reload.
 */
export function CrashScreen({ error, reset }: CrashProps) {
  const router = useRouter()
  const missing = error instanceof MissingPart
  const [isTried] = useState(() => {
    // While the screen that failed is still in the page.
    const isTyping = carryOver()
    const isTried = !missing && isWorthAnotherTry(triedAt, performance.now())
    nextIsFirst(isTried && isTyping)
    return isTried
  })
  useLayoutEffect(() => {
    window.onbeforeunload = isTried ? null : keep
    if (!isTried) return
    triedAt = performance.now()
    reset()
  }, [isTried, reset])
  const [trying, setTrying] = useState(false)
  useEffect(() => reportError(error), [error])
  const retry = () => {
    setTrying(true)
    void router.invalidate().finally(() => setTrying(false))
  }
  if (isTried) return null
  const title = missing ? appText.missingPart : appText.crashed
  return (
    <div role="alert">
      <Head title={title}>
        <p>
          {missing
            ? sentences(
                appText.allKept,
                dateText(Date.now()) ?? appText.weakNetwork,
                uiText.orReload,
              )
            : sentences(appText.allKept, appText.reloadToGoOn)}
        </p>
        <button
          type="button"
          className="button"
          disabled={trying}
          onClick={missing ? retry : () => location.reload()}
        >
          {trying ? commonText.loading : missing ? commonText.retry : commonText.reload}
        </button>
      </Head>
    </div>
  )
}

/** Section 2, to the letter; and links to the pages that most students look for. */
export function NotFoundScreen() {
  return (
    <>
      <Head
        title="404"
        where={
          <span className="loz" aria-hidden="true">
            <i className="on" />
            <i className="on" />
            <i />
            <i className="on" />
            <i className="on" />
          </span>
        }
      >
        <p>{appText.notFound}</p>
        <Link to="/home" className="button">
          {commonText.toHome}
        </Link>
      </Head>
      <div className="body">
        <ul className="rows">
          <Way to="/status" icon="glass">
            {commonText.toStatus}
          </Way>
          <Way to="/recepisse" icon="download">
            {commonText.toReceipt}
          </Way>
        </ul>
      </div>
    </>
  )
}
