import type { Job } from './photo.ts'
import { prepareWith } from './pipeline.ts'
import { offscreen } from './platform.ts'

// The page and the worker compile with different global types; this is all that the worker needs of its own.
type WorkerScope = {
  onmessage: ((event: MessageEvent<Job>) => void) | null
  postMessage: (message: unknown, transfer: Transferable[]) => void
}
const scope = globalThis as unknown as WorkerScope

scope.onmessage = ({ data }) => {
  void prepareWith(offscreen, data).then(prepared =>
    scope.postMessage(prepared, prepared.ok ? [prepared.photo.bytes.buffer] : []),
  )
}
