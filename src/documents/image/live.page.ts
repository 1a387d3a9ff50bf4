import { trustedScript } from '../../core/platform/trusted-script.page.ts'
import type { Shape } from '../../spec/documents.ts'
import { cornersSide } from './corners.ts'
import { fitInside } from './geometry.ts'
import { isReadable, known } from './known-pixels.ts'
import type { Sight } from './live.ts'
import type { Pixels } from './planes.ts'
import workerUrl from './shrink.worker.ts?worker&url'

/** Milliseconds between two looks: five a second neither warm a phone nor miss a hand's movement. */
const pauseMs = 200
/** A phone that takes so long for a look, as often as that, needs its processor for the camera. */
const slowMs = 500
const mostSlow = 3

/** The viewfinder's picture, read small; none while no camera shows anything. */
function frameIn(video: HTMLVideoElement, pen: CanvasRenderingContext2D): Pixels | undefined {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return undefined
  const { width, height } = fitInside({ width: videoWidth, height: videoHeight }, cornersSide)
  Object.assign(pen.canvas, { width, height })
  pen.drawImage(video, 0, 0, width, height)
  return { width, height, data: pen.getImageData(0, 0, width, height).data }
}

function startWorker(): Worker | undefined {
  try {
    return new Worker(trustedScript(workerUrl), { type: 'module' })
  } catch {
    return undefined
  }
}

/**
 * Looks at the viewfinder a few times a second, in the photo worker, and tells what is seen. Ends by
 * itself where the phone is slow, a worker does not start, or a canvas gives noise.
 * @returns ends it
 */
export function watchSheet(
  video: HTMLVideoElement,
  shape: Shape,
  tell: (sight: Sight | undefined) => void,
): () => void {
  const canvas = Object.assign(document.createElement('canvas'), known)
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  const worker = pen && isReadable(pen, known.width) ? startWorker() : undefined
  if (!pen || !worker) return () => undefined
  let timer: ReturnType<typeof setTimeout>
  let askedAt = 0
  let slow = 0
  const ask = () => {
    askedAt = performance.now()
    const frame = frameIn(video, pen)
    if (frame) worker.postMessage({ ...frame, shape }, [frame.data.buffer])
    else timer = setTimeout(ask, pauseMs)
  }
  const end = () => {
    clearTimeout(timer)
    worker.terminate()
    canvas.width = 0
  }
  const stop = () => {
    end()
    tell(undefined)
  }
  worker.onmessage = ({ data }: MessageEvent<Sight>) => {
    slow = performance.now() - askedAt > slowMs ? slow + 1 : 0
    if (slow === mostSlow) return stop()
    tell(data)
    timer = setTimeout(ask, pauseMs)
  }
  worker.onerror = stop
  ask()
  return end
}
