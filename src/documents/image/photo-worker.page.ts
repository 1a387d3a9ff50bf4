/// <reference path="../../app/env.d.ts" />
import { loadPart } from '../../core/platform/lazy-part.ts'
import { trustedScript } from '../../core/platform/trusted-script.page.ts'
import { type DocumentType, documents } from '../../spec/documents.ts'
import type { Edit } from './geometry.ts'
import type { Job, Order, Prepared, Whole } from './photo.ts'
import type {} from './shrink.worker.ts'
import workerUrl from './shrink.worker.ts?worker&url'
import { inTurn } from './small.page.ts'

export interface PrepareOptions {
  document: DocumentType
  /** Smaller by one step, for Save-Data or a slow line. */
  economy?: boolean
  /** At most so many bytes. */
  most?: number
  edit?: Edit
  asItIs?: boolean
  signal?: AbortSignal
  /** Which engine runs first; only the benchmark sets it. */
  lead?: Order['lead']
}

// Longer than the slowest phone needs for the largest picture; code that is silent for so long
// counts as lost.
const patience = 90_000

/**
 * One picture is prepared at a time: one that is aborted, or never answers, must not hold up the
 * next.
 */
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

/**
 * One worker for each picture: ending the worker frees its memory, and is how an abort stops it.
 */
async function inWorker(job: Job, signal: AbortSignal | undefined): Promise<Prepared> {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' })
  const prepared = new Promise<Prepared>((resolve, reject) => {
    const fail = () => reject(new Error('photo worker lost'))
    worker.onmessage = ({ data }: MessageEvent<Prepared>) => resolve(data)
    worker.onerror = fail
    worker.onmessageerror = fail
  })
  // Transferred bytes leave the page's memory at once, and the worker's when it ends, without
  // waiting for the collector.
  worker.postMessage(job, [job.bytes])
  try {
    return await patiently(prepared, signal)
  } finally {
    worker.terminate()
  }
}

const loadCode = () =>
  loadPart(() => import(/* @vite-ignore */ workerUrl)).catch(error => {
    // The event that Vite dispatches for the chunks it loads: the app's listener knows what became
    // of this build.
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  })

/**
 * Slower, and the student feels it, but it works where no worker does. Its code is loaded only
 * then.
 */
async function inPage(job: Job, signal: AbortSignal | undefined): Promise<Prepared> {
  await patiently(loadCode(), signal)
  if (!prepareOnPage) throw new Error('The photo code is not what was built.')
  // The bytes may be gone: they were transferred to the worker.
  return prepareOnPage({
    ...job,
    bytes: job.bytes.byteLength > 0 ? job.bytes : await job.picture.arrayBuffer(),
  })
}

function giveUp(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason
}

/**
 * The only canvas that a worker has: without it (Safari before 16.4) the page starts no worker in
 * vain.
 */
const workersDraw = () => typeof OffscreenCanvas !== 'undefined'

/**
 * A worker that could not see the picture, or not edit it; the page may have the tools that the
 * worker lacks.
 */
const isUnseen = (prepared: Prepared, { asItIs }: Order) =>
  prepared.ok ? !prepared.photo.fingerprint && !asItIs : prepared.reason === 'altered'

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
 * Prepares one chosen file: judged, upright, edited, without metadata, under its ceiling. One
 * picture at a time. `bytes` are transferred: the caller must not read them again. Rejects when
 * `signal` aborts, with its reason, and when the code for it cannot be loaded.
 */
export function preparePhoto(
  whole: Whole,
  {
    document,
    economy = false,
    lead = 'platform',
    edit,
    most,
    asItIs = false,
    signal,
  }: PrepareOptions,
): Promise<Prepared> {
  const { shape, smallestSide } = documents[document]
  const order: Order = {
    shape,
    smallestSide,
    economy,
    lead,
    asItIs,
    ...(edit && { edit }),
    ...(most && { most }),
  }
  const job: Job = { ...whole, order }
  return inTurn(() => prepareNow(job, signal))
}
