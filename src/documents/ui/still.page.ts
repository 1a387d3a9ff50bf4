import { maxUploadBytes } from '../../spec/documents.ts'
import { comeBack } from '../image/known-pixels.ts'
import { blankPen, drawSharpest, heldStill } from './sharp.page.ts'

/**
 * A track that another application or a switch of the phone has ended or muted gives black
 * pictures.
 */
export const isLive = (stream: MediaStream): boolean =>
  stream.getVideoTracks().some(({ readyState, muted }) => readyState === 'live' && !muted)

/** Firefox before 132 has no callback for frames, and counts them. */
type Counting = HTMLVideoElement & { mozPaintedFrames?: number }

/**
 * Tells of each new frame. `currentTime` does not: it goes on while the picture stands still.
 * @returns ends it
 */
export function watchFrames(video: Counting, tell: () => void): () => void {
  const isTold = 'requestVideoFrameCallback' in video
  const count = () => video.mozPaintedFrames
  let ended = false
  let before = count()
  const look = () => {
    if (ended) return
    if (isTold || count() !== before) tell()
    before = count()
    wait()
  }
  const wait = () => (isTold ? video.requestVideoFrameCallback(look) : requestAnimationFrame(look))
  wait()
  return () => {
    ended = true
  }
}

/**
 * A camera that has given no frame for so long stands still, and some phones never answer
 * takePhoto. Milliseconds.
 */
export const stillMs = 2_000
const patienceMs = 6_000
const frameQuality = 0.92

/**
 * The camera's own full picture where the browser can ask for it, else what the screen shows.
 * @throws where no frame has come since: the picture would be black, or an old one
 */
export async function takeStill(video: HTMLVideoElement, stream: MediaStream): Promise<File> {
  const next = () => nextFrame(video, stream)
  await next()
  if ('ImageCapture' in globalThis) await heldStill(video, next)
  const full = await within(patienceMs, fullPicture(stream)).catch(() => undefined)
  await next()
  const isFull = full && full.size > 0 && full.size <= maxUploadBytes
  const blob = isFull ? full : await frameOf(video, next)
  return new File([blob], 'photo.jpg', { type: blob.type || 'image/jpeg' })
}

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('camera silent'))),
  ])

function nextFrame(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  let end: (() => void) | undefined
  const next = new Promise<void>(resolve => {
    end = watchFrames(video, () => isLive(stream) && resolve())
  })
  return within(stillMs, next).finally(end)
}

interface Capture {
  takePhoto(): Promise<Blob>
}
type CaptureMaker = new (track: MediaStreamTrack) => Capture

async function fullPicture(stream: MediaStream): Promise<Blob | undefined> {
  const { ImageCapture } = globalThis as { ImageCapture?: CaptureMaker }
  const [track] = stream.getVideoTracks()
  return ImageCapture && track && new ImageCapture(track).takePhoto()
}

/** @throws Error where the browser would give noise for it, to protect privacy */
async function frameOf(video: HTMLVideoElement, next: () => Promise<void>): Promise<Blob> {
  const pen = blankPen()
  const encode = () =>
    new Promise<Blob>((resolve, reject) => {
      pen.canvas.toBlob(
        blob => (blob ? resolve(blob) : reject(new Error('no frame'))),
        'image/jpeg',
        frameQuality,
      )
    })
  try {
    if (!(await comeBack(pen, encode, createImageBitmap))) throw new Error('altered pixels')
    await drawSharpest(pen, video, next)
    return await encode()
  } finally {
    pen.canvas.width = 0
  }
}
