import { useEffect, useId, useRef, useState } from 'react'
import { pickerOpened } from '../../core/crypto/keyring.ts'
import { type DocumentType, documents, maxUploadBytes } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/static-parts.tsx'
import { comeBack } from '../image/known-pixels.ts'
import { documentText } from '../text.ts'
import * as cameraText from './camera-text.ts'
import { openAt } from './studio.page.ts'
import { type Facing, useStream } from './use-stream.ts'

interface CameraProps {
  document: DocumentType
  onTaken(file: File): void
  onCancel(): void
}

/**
 * Our own camera: no other application opens, so the phone has no reason to end this page. Long, since its stream, its
 * still and its dialog end together.
 */
export function Camera({ document, onTaken, onCancel }: CameraProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const heading = useId()
  const { shape } = documents[document]
  const [facing, setFacing] = useState<Facing>(shape === 'portrait' ? 'user' : 'environment')
  const { stream, trouble } = useStream(facing, onCancel)
  /** The first frame is displayed: a picture taken before it would be empty. */
  const [showing, setShowing] = useState(false)
  const [taking, setTaking] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => openAt(dialog.current), [])
  // Aiming takes a while without a touch: that is no reason to lock the dossier.
  useEffect(() => pickerOpened(), [])
  useEffect(() => {
    if (!video.current) return
    setShowing(false)
    video.current.srcObject = stream ?? null
    // The next srcObject interrupts this play(), and starts then.
    if (stream) video.current.play().catch(() => undefined)
  }, [stream])

  const shoot = async () => {
    if (!video.current || !stream) return
    setTaking(true)
    setFailed(false)
    try {
      onTaken(await takeStill(video.current, stream))
    } catch {
      setFailed(true)
      setTaking(false)
    }
  }
  return (
    <dialog ref={dialog} className="studio" aria-labelledby={heading} onClose={onCancel}>
      <article>
        <header>
          <div>
            <h2 id={heading} tabIndex={-1}>
              {cameraText.title(documentText[document].title)}
            </h2>
            <p className="hint">{cameraText.framing[shape]}</p>
          </div>
          <button type="button" className="x quiet" aria-label={commonText.close} onClick={onCancel}>
            <Icon name="cross" />
          </button>
        </header>
        <div className="stage">
          <video ref={video} playsInline muted aria-label={cameraText.picture} onLoadedData={() => setShowing(true)} />
          <div className="camera-frame" data-shape={shape} />
          {!showing && !trouble && <Spinner label={cameraText.starting} />}
          {trouble && <Alert tone="danger">{cameraText.troubles[trouble]}</Alert>}
          {failed && <Alert tone="danger">{cameraText.failed}</Alert>}
        </div>
        <footer className="shutter-row line wrap">
          <button type="button" className="quiet" onClick={onCancel}>
            {commonText.cancel}
          </button>
          <button
            type="button"
            className="shutter"
            aria-label={cameraText.shutter}
            disabled={!showing || taking}
            aria-busy={taking}
            onClick={shoot}
          />
          <button
            type="button"
            className="quiet"
            onClick={() => setFacing(old => (old === 'user' ? 'environment' : 'user'))}
          >
            {cameraText.flip}
          </button>
        </footer>
      </article>
    </dialog>
  )
}

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

/** @throws Error where the browser would give noise for it, to protect privacy */
async function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { alpha: false })
  const encode = () =>
    new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no frame'))), 'image/jpeg', frameQuality)
    })
  try {
    if (!pen || !(await comeBack(pen, encode, createImageBitmap))) throw new Error('altered pixels')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    pen.drawImage(video, 0, 0)
    return await encode()
  } finally {
    canvas.width = 0
  }
}
