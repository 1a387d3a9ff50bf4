import { type Blocks, blocksOf, type Frame, sightOf } from './live.ts'
import { onPage } from './on-page.page.ts'
import type { Job, Prepared } from './photo.ts'
import { prepareWith } from './pipeline.ts'
import { offscreen } from './platform.ts'

declare global {
  var prepareOnPage: ((job: Job) => Promise<Prepared>) | undefined
}

// The page and the worker compile with different global types; this is all that the worker needs of
// its own.
interface WorkerScope {
  onmessage: ((event: MessageEvent<Job | Frame>) => void) | null
  postMessage: (message: unknown, transfer: Transferable[]) => void
}
const scope = globalThis as unknown as WorkerScope

let before: Blocks | undefined

function look(frame: Frame) {
  const blocks = blocksOf(frame)
  scope.postMessage(sightOf(frame, blocks, before), [])
  before = blocks
}

function serve({ data }: MessageEvent<Job | Frame>) {
  if ('shape' in data) return look(data)
  void prepareWith(offscreen, data).then(prepared =>
    scope.postMessage(prepared, prepared.ok ? [prepared.photo.bytes.buffer] : []),
  )
}
// Where no worker starts, the page imports this same file, which is on the device already; a
// worker's file exports nothing.
if (typeof document === 'undefined') scope.onmessage = serve
else globalThis.prepareOnPage = job => prepareWith(onPage, job)
