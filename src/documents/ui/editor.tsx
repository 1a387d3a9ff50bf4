import { type KeyboardEvent, useEffect, useState } from 'react'
import type { DocumentType } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'
import { Confirm, Modal } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { EditSource } from '../edit-source.ts'
import type { Corners, Edit } from '../image/geometry.ts'
import { documentText } from '../text.ts'
import {
  editOf,
  quarters,
  type Turns,
  type View,
  wholePicture,
  wholeView,
  zoomedBy,
} from './editor-geometry.rule.ts'
import * as editorText from './editor-text.ts'
import { Stage } from './stage.tsx'

interface EditorProps {
  document: DocumentType
  source: EditSource
  onUse(edit: Edit): void
  onCancel(): void
}

const zoomStep = 1.5

/**
 * Turns, crops and straightens one photo. Nothing changes until « Utiliser cette photo ». Long,
 * since it is one dialog, drawn from top to bottom.
 */
export function Editor({ document, source, onUse, onCancel }: EditorProps) {
  const url = useObjectUrl(source.picture)
  const [turns, setTurns] = useState<Turns>(source.edit?.turns ?? 0)
  const [before] = useState<Corners>(initialCorners(source))
  const [corners, setCorners] = useState(before)
  const [view, setView] = useState<View>(wholeView)
  const [leaving, setLeaving] = useState(false)
  const { corners: sheet } = source
  /** Back is no decision, unlike « Annuler »: work that would be lost is asked about. */
  const leave = () => {
    const isChanged = corners !== before || turns !== (source.edit?.turns ?? 0)
    if (isChanged) setLeaving(true)
    else onCancel()
    return isChanged
  }
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
    <>
      <Modal
        className="studio"
        title={editorText.title(documentText[document].title)}
        hint={editorText.help}
        onLeave={leave}
        onKeyDown={onKey}
      >
        {url && (
          <Stage
            url={url}
            turns={turns}
            corners={corners}
            view={view}
            onCorners={setCorners}
            onView={setView}
          />
        )}
        <div className="tools line wrap">
          <Tool name={editorText.farther} icon="minus" onClick={() => zoom(1 / zoomStep)} />
          <Tool name={editorText.nearer} icon="plus" onClick={() => zoom(zoomStep)} />
          <Tool name={editorText.turnLeft} icon="turnLeft" onClick={() => turn(-1)} />
          <Tool name={editorText.turnRight} icon="turnRight" onClick={() => turn(1)} />
          <Tool name={editorText.whole} icon="image" onClick={() => setCorners(wholePicture)} />
          {sheet && <Tool name={editorText.sheet} icon="file" onClick={() => setCorners(sheet)} />}
        </div>
        <output className="vh">{editorText.turned(turns)}</output>
        <footer className="pair">
          <button type="button" className="quiet" onClick={onCancel}>
            {commonText.cancel}
          </button>
          <button type="button" onClick={() => onUse(editOf(corners, turns))}>
            {editorText.use}
          </button>
        </footer>
      </Modal>
      <Confirm
        open={leaving}
        title={editorText.leave}
        onConfirm={onCancel}
        onCancel={() => setLeaving(false)}
      >
        <p>{editorText.lost}</p>
      </Confirm>
    </>
  )
}

/** An icon without a visible word: six words would leave no room for the picture. */
function Tool({ name, icon, onClick }: { name: string; icon: IconName; onClick(): void }) {
  return (
    <button type="button" className="quiet" aria-label={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}

/**
 * The student's earlier corners; else the sheet where it was found, unless the student has already
 * decided otherwise.
 */
function initialCorners({ edit, corners }: EditSource): Corners {
  return edit ? (edit.corners ?? wholePicture) : (corners ?? wholePicture)
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
