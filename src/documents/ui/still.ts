import { maxUploadBytes } from '../../spec/documents.ts'

interface Capture {
  takePhoto(): Promise<Blob>
}
type CaptureMaker = new (track: MediaStreamTrack) => Capture

/** Some phones never answer takePhoto. Milliseconds. */
const patienceMs = 6_000
const frameQuality = 0.92

/** The camera's own full picture where the browser can ask for it, else what the screen shows. */
export async function takeStill(video: HTMLVideoElement, stream: MediaStream): Promise<File> {
  const full = await fullPicture(stream)
  const blob = full && full.size > 0 && full.size <= maxUploadBytes ? full : await frameOf(video)
  return new File([blob], 'photo.jpg', { type: blob.type || 'image/jpeg' })
}

async function fullPicture(stream: MediaStream): Promise<Blob | undefined> {
  const { ImageCapture } = globalThis as { ImageCapture?: CaptureMaker }
  const [track] = stream.getVideoTracks()
  if (!ImageCapture || !track) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const tired = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  const taken = new ImageCapture(track).takePhoto().catch((): undefined => undefined)
  return Promise.race([taken, tired]).finally(() => clearTimeout(timer))
}

function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => {
        canvas.width = 0
        if (blob) resolve(blob)
        else reject(new Error('no frame'))
      },
      'image/jpeg',
      frameQuality,
    )
  })
}
