import { Link } from '@tanstack/react-router'
import * as commonText from '../common/text.ts'
import * as updateText from './text.ts'

/** Section 2, the confirmation after a document update. */
export function UpdateScreen() {
  return (
    <>
      <title>{updateText.title}</title>
      <h1>{updateText.title}</h1>
      <p>{updateText.detail}</p>
      <p>
        <Link to="/status">{commonText.toStatus}</Link>
      </p>
    </>
  )
}
