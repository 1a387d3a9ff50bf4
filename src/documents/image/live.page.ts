import { trustedScript } from '../../core/platform/trusted-script.page.ts'
import type { DocumentRow } from '../../spec/documents.ts'
import { cornersSide } from './corners.ts'
import { fitInside } from './geometry.ts'
import { isReadable, known } from './known-pixels.ts'
import type { Frame, Sight } from './live.ts'
import workerUrl from './shrink.worker.ts?worker&url'

/** Milliseconds between two looks: five a second neither warm a phone nor miss a hand's movement. */
const pauseMs = 200
/** A phone that takes so long for a look, as often as that, needs its processor for the camera. */
const slowMs = 500
const mostSlow = 3

/** The viewfinder's picture, read small. */
interface Lens {
  video: HTMLVideoElement
  pen: CanvasRenderingContext2D
}

function frameIn({ video, pen }: Lens, shape: DocumentRow['shape']): Frame {
  const { width, height } = fitInside(
    { width: video.videoWidth, height: video.videoHeight },
    cornersSide,
  )
  pen.canvas.width = width
  pen.canvas.height = height
  pen.drawImage(video, 0, 0, width, height)
  return { shape, width, height, data: pen.getImageData(0, 0, width, height).data }
}

/**
 * Looks at the viewfinder a few times a second, in the photo worker, and tells what is seen. Ends by
 * itself where the phone is slow, a worker does not start, or a canvas gives noise.
 * @returns ends it
 */
export function watchSheet(
  video: HTMLVideoElement,
  shape: DocumentRow['shape'],
  tell: (sight: Sight | undefined) => void,
): () => void {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, known)
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!pen || !isReadable(pen, known.width)) return () => undefined
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' })
  let timer: ReturnType<typeof setTimeout>
  let askedAt = 0
  let slow = 0
  const ask = () => {
    askedAt = performance.now()
    const frame = frameIn({ video, pen }, shape)
    worker.postMessage(frame, [frame.data.buffer])
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
