import { useRef, useState } from 'react'
import { type DocumentType, documents } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'
import { Modal } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { onceRead } from '../../ui/hands.page.ts'
import { Spinner } from '../../ui/static-parts.tsx'
import type { Corners } from '../image/geometry.ts'
import { documentText } from '../text.ts'
import * as cameraText from './camera-text.ts'
import { isLive, takeStill } from './still.page.ts'
import { useSight } from './use-sight.ts'
import { useFlow, useStream } from './use-stream.ts'

interface CameraProps {
  document: DocumentType
  onTaken(file: File): void
  onCancel(): void
}

/**
 * Our own camera: no other application opens, so the phone has no reason to end this page. Long,
 * since its stream, its still and its dialog end together.
 */
export function Camera({ document, onTaken, onCancel }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { shape } = documents[document]
  const { stream, trouble, isOther, flip, reopen } = useStream(
    shape === 'portrait' ? 'user' : 'environment',
  )
  const flow = useFlow(video, stream)
  const { corners, hint } = useSight(video, shape, flow === 'moving')
  const [taking, setTaking] = useState(false)
  const [failed, setFailed] = useState(false)

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
  // Some phones show no new frame while they take a still.
  const halt = trouble ?? (flow === 'still' && !taking ? 'silent' : failed ? 'failed' : undefined)
  const goOn = () => {
    setFailed(false)
    // A camera that only waits for a touch need not be opened anew.
    if (video.current?.paused && stream && isLive(stream))
      video.current.play().catch(() => undefined)
    else reopen()
  }
  return (
    <Modal
      className="studio"
      title={cameraText.title(documentText[document].title)}
      hint={
        hint ? cameraText.hints[hint] : isOther ? cameraText.isOther : cameraText.framing[shape]
      }
      // A picture that is being taken is kept, and closes the camera then.
      onLeave={() => taking || onCancel()}
    >
      <div className="stage">
        <video ref={video} playsInline muted aria-label={cameraText.picture} />
        <div className="camera-frame" data-shape={shape} />
        {corners && <Sheet corners={corners} video={video.current} />}
        {!halt && flow === 'starting' && <Spinner label={cameraText.starting} />}
        {halt && (
          <Alert tone="danger">
            <p>{cameraText.halts[halt]}</p>
            <button ref={onceRead} type="button" onClick={goOn}>
              {cameraText.goOn}
            </button>
          </Alert>
        )}
      </div>
      <footer className="shutter-row line wrap">
        <button type="button" className="quiet" onClick={onCancel}>
          {commonText.cancel}
        </button>
        <button
          type="button"
          className="shutter"
          aria-label={cameraText.shutter}
          disabled={flow !== 'moving' || taking}
          aria-busy={taking}
          onClick={shoot}
        />
        <button type="button" className="quiet" onClick={flip}>
          {cameraText.flip}
        </button>
      </footer>
    </Modal>
  )
}

/** The sheet's outline as the camera sees it, laid over its picture. */
function Sheet({ corners, video }: { corners: Corners; video: HTMLVideoElement | null }) {
  const { videoWidth = 1, videoHeight = 1 } = video ?? {}
  const points = corners.map(({ x, y }) => `${x * videoWidth},${y * videoHeight}`)
  return (
    <svg
      className="outline-of-sheet"
      viewBox={`0 0 ${videoWidth} ${videoHeight}`}
      aria-hidden="true"
    >
      <polygon className="edge" points={points.join(' ')} />
    </svg>
  )
}
