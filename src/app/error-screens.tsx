import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { dateText } from '../core/api/text.ts'
import * as commonText from '../spec/text.ts'
import { sentences } from '../ui/format.ts'
import { Head } from '../ui/head.tsx'
import { Link, Way } from '../ui/static-parts.tsx'
import * as appText from './text.ts'

/** A screen's own code could not be loaded. */
export class MissingPart extends Error {}

/** The student's answers and photos are on the disk: neither retrying nor reloading loses them. */
export function CrashScreen({ error }: { error: unknown }) {
  const router = useRouter()
  const [trying, setTrying] = useState(false)
  useEffect(() => reportError(error), [error])
  const missing = error instanceof MissingPart
  const retry = () => {
    setTrying(true)
    void router.invalidate().finally(() => setTrying(false))
  }
  const title = missing ? appText.missingPart : appText.crashed
  return (
    <div role="alert">
      <Head title={title}>
        <p>
          {sentences(appText.allKept, missing ? (dateText(Date.now()) ?? appText.weakNetwork) : appText.reloadToGoOn)}
        </p>
        <button type="button" className="button" disabled={trying} onClick={missing ? retry : () => location.reload()}>
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
