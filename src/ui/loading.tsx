import * as commonText from '../spec/text.ts'
import { Head } from './head.tsx'
import { Spinner } from './spinner.tsx'
import * as uiText from './text.ts'

/** A screen that is on its way; even so it has a title. */
export function Loading() {
  return (
    <>
      <Head title={commonText.loading} pending />
      <div className="body">
        <Spinner label={uiText.onItsWay} />
      </div>
    </>
  )
}
