import * as commonText from '../common/text.ts'
import { Spinner } from './spinner.tsx'

/** A screen that is on its way; even so it has a title. */
export function Loading() {
  return (
    <>
      <title>{commonText.loading}</title>
      <Spinner label={commonText.loading} />
    </>
  )
}
