import { Link } from '@tanstack/react-router'
import * as commonText from '../spec/text.ts'
import { Head } from '../ui/head.tsx'
import { Way } from '../ui/way.tsx'
import * as appText from './text.ts'

/** Section 2, to the letter; and the ways that most have looked for. */
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
