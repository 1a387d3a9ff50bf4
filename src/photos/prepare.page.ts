/// <reference path="./worker-url.d.ts" />
import type { DocumentType } from '../rules/documents.ts'
import type { Mend } from './geometry.ts'
import type { Job, Order, Prepared } from './photo.ts'
import workerUrl from './shrink.worker.ts?worker&url'

export type PrepareOptions = {
  document: DocumentType
  /** One step lower, for Save-Data or a slow line. */
  economy?: boolean
  mend?: Mend
  asItIs?: boolean
  signal?: AbortSignal
  /** Which engine leads; only the bench says. */
  lead?: Order['lead']
}

type ScriptUrl = (url: string) => string

type TrustedTypesFactory = {
  createPolicy: (name: string, rules: { createScriptURL: ScriptUrl }) => { createScriptURL: ScriptUrl }
}

/** Trusted Types refuse a bare string; this policy knows one address and no other. */
const trustedWorkerUrl = (() => {
  let url: string | undefined
  return (): string => {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory }
    url ??= trustedTypes
      ? trustedTypes.createPolicy('photos', { createScriptURL: () => workerUrl }).createScriptURL(workerUrl)
      : workerUrl
    return url
  }
})()

// Longer than the slowest phone needs for the largest picture; a worker that is silent for so long is lost.
const workerPatience = 90_000

/** A worker for one picture: ending it is how its memory comes back, and how an abort stops it. */
const inWorker = (job: Job, signal: AbortSignal | undefined): Promise<Prepared> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(trustedWorkerUrl(), { type: 'module' })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      worker.terminate()
      settle()
    }
    const fail = () => end(() => reject(new Error('photo worker lost')))
    const abort = () => end(() => reject(signal?.reason))
    const timer = setTimeout(fail, workerPatience)
    signal?.addEventListener('abort', abort)
    worker.onmessage = ({ data }: MessageEvent<Prepared>) => end(() => resolve(data))
    worker.onerror = fail
    worker.onmessageerror = fail
    // A copy handed over costs the page a third of a message that is cloned; the caller's own bytes stay whole.
    const bytes = job.bytes.slice(0)
    worker.postMessage({ ...job, bytes }, [bytes])
  })

/** Slower and felt by the student, but it works where no worker starts. Loaded only then. */
const inPage = async (job: Job): Promise<Prepared> => {
  const [{ prepareWith }, { onPage }] = await Promise.all([import('./pipeline.ts'), import('./on-page.page.ts')])
  return prepareWith(onPage, job)
}

const prepareNow = async (job: Job, signal: AbortSignal | undefined): Promise<Prepared> => {
  signal?.throwIfAborted()
  try {
    return await inWorker(job, signal)
  } catch {
    signal?.throwIfAborted()
    const prepared = await inPage(job)
    signal?.throwIfAborted()
    return prepared
  }
}

let previous: Promise<unknown> = Promise.resolve()

/**
 * Prepares one chosen file: judged, upright, mended, without metadata, under its ceiling. One picture at a time.
 * `bytes` stays the caller's. Rejects only when `signal` aborts, with its reason.
 */
export const preparePhoto = (
  bytes: ArrayBuffer,
  { document, economy = false, lead = 'platform', mend, asItIs = false, signal }: PrepareOptions,
): Promise<Prepared> => {
  const job: Job = { bytes, order: { document, economy, lead, asItIs, ...(mend ? { mend } : {}) } }
  const turn = previous.then(() => prepareNow(job, signal))
  previous = turn.catch(() => undefined)
  return turn
}
