import { type ReactNode, useEffect, useRef } from 'react'
import * as commonText from '../spec/text.ts'
import type { Elements } from './elements.tsx'
import { useFault } from './form.tsx'
import { sentences } from './format.ts'
import { Head } from './head.tsx'
import { Spinner } from './static-parts.tsx'
import * as uiText from './text.ts'

export type Tone = 'danger' | 'warning' | 'success' | 'info'

interface AlertProps {
  tone: Tone
  /** The alert answers the student's last action: it is scrolled into view and gets the focus. */
  arrives?: boolean
  /** The page's title tells of the fault as well; bad news from the provider is no fault. */
  fault?: boolean
  children: ReactNode
}

/** Errors interrupt a screen reader, the rest waits its turn. */
export function Alert({ tone, arrives = false, fault = tone === 'danger', children }: AlertProps) {
  const alert = useRef<HTMLDivElement>(null)
  useFault(fault)
  useEffect(() => {
    if (!arrives) return
    const element = alert.current
    element?.focus({ preventScroll: true })
    // An alert taller than the screen is shown from its beginning.
    element?.scrollIntoView({
      block: element.offsetHeight * 1.2 > window.innerHeight ? 'start' : 'nearest',
    })
  }, [arrives])
  return (
    <div
      ref={alert}
      className="alert"
      role={tone === 'danger' ? 'alert' : 'status'}
      data-tone={tone}
      tabIndex={arrives ? -1 : undefined}
    >
      {children}
    </div>
  )
}

interface MissingProps {
  /** Undefined while the part is on its way (use-lazy-part.ts). */
  retry?: (() => void) | undefined
  /** Drawn meanwhile. */
  meanwhile?: Elements
}

/** In the place of a part that has not come. */
export function PartMissing({ retry, meanwhile }: MissingProps) {
  if (!retry) return meanwhile
  return (
    <Alert tone="warning">
      <p>{sentences(uiText.partMissing, uiText.orReload)}</p>
      <button type="button" className="quiet" onClick={retry}>
        {commonText.retry}
      </button>
    </Alert>
  )
}

/** Drawn while a screen loads; it has a title as well. */
export function Loading({ retry }: Pick<MissingProps, 'retry'>) {
  return (
    <>
      <Head title={commonText.loading} pending />
      <div className="body">
        <Spinner label={uiText.onItsWay} />
        <PartMissing retry={retry} />
      </div>
    </>
  )
}
