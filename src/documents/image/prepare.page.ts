/// <reference path="./worker-url.d.ts" />
import { trustedScript } from '../../core/platform/trusted-script.page.ts'
import { type DocumentType, documents } from '../../spec/documents.ts'
import type { Edit } from './geometry.ts'
import type { Job, Order, Prepared, Whole } from './photo.ts'
import type {} from './shrink.worker.ts'
import workerUrl from './shrink.worker.ts?worker&url'
import { inTurn } from './small.page.ts'

export interface PrepareOptions {
  document: DocumentType
  /** One step lower, for Save-Data or a slow line. */
  economy?: boolean
  edit?: Edit
  asItIs?: boolean
  signal?: AbortSignal
  /** Which engine leads; only the bench says. */
  lead?: Order['lead']
}

// Longer than the slowest phone needs for the largest picture; code that is silent for so long is lost.
const patience = 90_000

/** One picture is prepared at a time: what is given up, or never answers, must not hold up those behind it. */
const patiently = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const abort = () => end(() => reject(signal?.reason))
    const timer = setTimeout(() => end(() => reject(new Error('photo code lost'))), patience)
    signal?.addEventListener('abort', abort)
    work.then(
      value => end(() => resolve(value)),
      error => end(() => reject(error)),
    )
  })

/** A worker for one picture: ending it is how its memory comes back, and how an abort stops it. */
async function inWorker(job: Job, signal: AbortSignal | undefined): Promise<Prepared> {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' })
  const prepared = new Promise<Prepared>((resolve, reject) => {
    const fail = () => reject(new Error('photo worker lost'))
    worker.onmessage = ({ data }: MessageEvent<Prepared>) => resolve(data)
    worker.onerror = fail
    worker.onmessageerror = fail
  })
  // Handed over, they leave the page's memory at once, and the worker's when it ends: nothing waits for the collector.
  worker.postMessage(job, [job.bytes])
  try {
    return await patiently(prepared, signal)
  } finally {
    worker.terminate()
  }
}

async function loadCode() {
  try {
    await import(/* @vite-ignore */ workerUrl)
  } catch (error) {
    // As Vite says it of the chunks that it loads: whoever hears it knows what became of this build.
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  }
}

/** Slower and felt by the student, but it works where no worker does. Loaded only then. */
async function inPage(job: Job, signal: AbortSignal | undefined): Promise<Prepared> {
  await patiently(loadCode(), signal)
  if (!prepareOnPage) throw new Error('The photo code is not what was built.')
  // The worker may have gone with them.
  return prepareOnPage({ ...job, bytes: job.bytes.byteLength > 0 ? job.bytes : await job.picture.arrayBuffer() })
}

function giveUp(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason
}

/** A worker's only canvas: without it (Safari before 16.4) none is started for nothing. */
const workersDraw = () => typeof OffscreenCanvas !== 'undefined'

/** What a worker has sent back without having seen it; the page may have the tools that it lacks. */
const isUnseen = (prepared: Prepared, { asItIs }: Order) => prepared.ok && !prepared.photo.fingerprint && !asItIs

async function prepareNow(job: Job, signal: AbortSignal | undefined): Promise<Prepared> {
  giveUp(signal)
  const prepared = workersDraw() ? await inWorker(job, signal).catch(() => undefined) : undefined
  if (prepared && !isUnseen(prepared, job.order)) return prepared
  giveUp(signal)
  const onPage = await inPage(job, signal)
  giveUp(signal)
  return onPage
}

/**
 * Prepares one chosen file: judged, upright, mended, without metadata, under its ceiling. One picture at a time.
 * `bytes` are handed over: nobody else may read them again. Rejects when `signal` aborts, with its reason, and where no
 * code for it can be had.
 */
export function preparePhoto(
  whole: Whole,
  { document, economy = false, lead = 'platform', edit, asItIs = false, signal }: PrepareOptions,
): Promise<Prepared> {
  const { shape, smallestSide } = documents[document]
  const order: Order = { shape, smallestSide, economy, lead, asItIs, ...(edit ? { edit } : {}) }
  const job: Job = { ...whole, order }
  return inTurn(() => prepareNow(job, signal))
}
