import { onPage } from './on-page.page.ts'
import type { Job, Prepared } from './photo.ts'
import { prepareWith } from './pipeline.ts'
import { offscreen } from './platform.ts'

// The page and the worker compile with different global types; this is all that the worker needs of its own.
type WorkerScope = {
  onmessage: ((event: MessageEvent<Job>) => void) | null
  postMessage: (message: unknown, transfer: Transferable[]) => void
}
const scope = globalThis as unknown as WorkerScope

/** Where no worker starts, the page loads this very file: it is on the device already. */
export const prepareOnPage = (job: Job): Promise<Prepared> => prepareWith(onPage, job)

const answer = ({ data }: MessageEvent<Job>) => {
  void prepareWith(offscreen, data).then(prepared =>
    scope.postMessage(prepared, prepared.ok ? [prepared.photo.bytes.buffer] : []),
  )
}
if (typeof document === 'undefined') scope.onmessage = answer
