import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import * as commonText from '../../common/text.ts'
import type { Corners, Mend } from '../../photos/geometry.ts'
import type { DocumentType } from '../../rules/documents.ts'
import type { Source } from '../source.ts'
import { documentText } from '../text.ts'
import { mendOf, quarters, type Turns, type View, wholePicture, wholeView, zoomedBy } from './geometry.rule.ts'
import { Stage } from './stage.tsx'
import * as editorText from './text.ts'

interface EditorProps {
  document: DocumentType
  source: Source
  onUse(mend: Mend): void
  onCancel(): void
}

const zoomStep = 1.5

/**
 * Turns, crops and straightens one photo. Nothing changes until « Utiliser cette photo ». Long, since it is one dialog,
 * drawn from top to bottom.
 */
export function Editor({ document, source, onUse, onCancel }: EditorProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const url = useObjectUrl(source.picture)
  const [turns, setTurns] = useState<Turns>(source.mend?.turns ?? 0)
  const [corners, setCorners] = useState<Corners>(initialCorners(source))
  const [view, setView] = useState<View>(wholeView)
  const { corners: sheet } = source
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  const turn = (by: number) => {
    setTurns(old => quarters(old + by))
    setView(wholeView)
  }
  const zoom = (ratio: number) => setView(old => zoomedBy(old, ratio))
  const onKey = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoom(zoomStep)
    else if (event.key === '-') zoom(1 / zoomStep)
    else if (event.key === '0') setView(wholeView)
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className="studio" aria-labelledby={heading} onClose={onCancel} onKeyDown={onKey}>
      <header>
        <h2 id={heading}>{editorText.title(documentText[document].title)}</h2>
        <p className="hint">{editorText.help}</p>
      </header>
      {url && <Stage url={url} turns={turns} corners={corners} view={view} onCorners={setCorners} onView={setView} />}
      <div className="studio-tools">
        <button type="button" aria-label={editorText.farther} onClick={() => zoom(1 / zoomStep)}>
          −
        </button>
        <button type="button" aria-label={editorText.nearer} onClick={() => zoom(zoomStep)}>
          +
        </button>
        <button type="button" aria-label={editorText.turnLeft} onClick={() => turn(-1)}>
          <TurnIcon />
        </button>
        <button type="button" aria-label={editorText.turnRight} onClick={() => turn(1)}>
          <TurnIcon mirrored />
        </button>
        <button type="button" className="wide" onClick={() => setCorners(wholePicture)}>
          {editorText.whole}
        </button>
        {sheet && (
          <button type="button" className="wide" onClick={() => setCorners(sheet)}>
            {editorText.sheet}
          </button>
        )}
      </div>
      <output className="vh">{editorText.turned(turns)}</output>
      <footer className="pair">
        <button type="button" className="quiet" onClick={onCancel}>
          {commonText.cancel}
        </button>
        <button type="button" onClick={() => onUse(mendOf(corners, turns))}>
          {editorText.use}
        </button>
      </footer>
    </dialog>
  )
}

/** What was done before; else the sheet where it was found, unless the student has already decided otherwise. */
function initialCorners({ mend, corners }: Source): Corners {
  return mend ? (mend.corners ?? wholePicture) : (corners ?? wholePicture)
}

function useObjectUrl(picture: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(picture)
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [picture])
  return url
}

function TurnIcon({ mirrored = false }: { mirrored?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      aria-hidden="true"
    >
      <path
        transform={mirrored ? 'translate(24 0) scale(-1 1)' : undefined}
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M4 4v5h5M4.6 9a8 8 0 1 1-.6 5"
      />
    </svg>
  )
}
