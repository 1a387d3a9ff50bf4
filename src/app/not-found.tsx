import { Link } from '@tanstack/react-router'
import { Head } from '../ui/head.tsx'
import * as appText from './text.ts'

/** Section 2, to the letter. */
export function NotFoundScreen() {
  return (
    <Head title="404">
      <p>{appText.notFound}</p>
      <Link to="/home" className="button">
        {appText.toHome}
      </Link>
    </Head>
  )
}
