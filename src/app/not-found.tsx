import { Link } from '@tanstack/react-router'
import * as appText from './text.ts'

/** Section 2, to the letter. */
export function NotFoundScreen() {
  return (
    <>
      <title>404</title>
      <h1>404</h1>
      <p>{appText.notFound}</p>
      <p>
        <Link to="/home">{appText.toHome}</Link>
      </p>
    </>
  )
}
