import { useEffect, useId, useRef, useState } from 'react'
import { pickerOpened } from '../../core/crypto/picking.ts'
import { type DocumentType, documents } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { documentText } from '../text.ts'
import * as cameraText from './camera-text.ts'
import { takeStill } from './still.ts'
import { openAt } from './studio.page.ts'
import { type Facing, useStream } from './use-stream.ts'

interface CameraProps {
  document: DocumentType
  onTaken(file: File): void
  onCancel(): void
}

/**
 * Our own camera: no other application is opened, so the phone has no reason to end this one. Long, since its stream,
 * its still and its dialog end together.
 */
export function Camera({ document, onTaken, onCancel }: CameraProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const heading = useId()
  const { shape } = documents[document]
  const [facing, setFacing] = useState<Facing>(shape === 'portrait' ? 'user' : 'environment')
  const { stream, trouble } = useStream(facing, onCancel)
  /** The first frame is there: before it, a picture would be of nothing. */
  const [showing, setShowing] = useState(false)
  const [taking, setTaking] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => openAt(dialog.current), [])
  // Aiming takes a while, and no touch.
  useEffect(() => pickerOpened(), [])
  useEffect(() => {
    if (!video.current) return
    setShowing(false)
    video.current.srcObject = stream ?? null
    // It is interrupted by the next one's srcObject, and starts then.
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
