import { Link } from '@tanstack/react-router'
import * as commonText from '../common/text.ts'
import { Head } from '../ui/head.tsx'
import * as updateText from './text.ts'

/** Section 2, the confirmation after a document update. */
export function UpdateScreen() {
  return (
    <Head title={updateText.title}>
      <p>{updateText.detail}</p>
      <Link to="/status" className="button">
        {commonText.toStatus}
      </Link>
    </Head>
  )
}
