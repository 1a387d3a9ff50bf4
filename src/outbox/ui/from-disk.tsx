import * as commonText from '../../spec/text.ts'
import { Spinner } from '../../ui/static-parts.tsx'
import { useDiskTrouble } from '../use-outbox.ts'

/**
 * In the place of what is read from the disk; while that can't be read, the page says so above it.
 */
export function FromDisk({ hint }: { hint?: string }) {
  return useDiskTrouble() ? null : (
    <>
      <Spinner label={commonText.loading} />
      {hint && <p className="hint">{hint}</p>}
    </>
  )
}
