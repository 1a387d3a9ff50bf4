import { Link } from '@tanstack/react-router'
import * as commonText from '../common/text.ts'
import { Head } from '../ui/head.tsx'
import { Icon } from '../ui/icon.tsx'
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
          {appText.toHome}
        </Link>
      </Head>
      <div className="body">
        <ul className="rows">
          <li>
            <Link to="/status">
              <Icon name="glass" />
              <span>{commonText.toStatus}</span>
              <Icon name="forward" />
            </Link>
          </li>
          <li>
            <Link to="/recepisse">
              <Icon name="download" />
              <span>{commonText.toReceipt}</span>
              <Icon name="forward" />
            </Link>
          </li>
        </ul>
      </div>
    </>
  )
}
