import { useEffect, useId, useRef } from 'react'
import type { Item } from '../outbox/item.ts'
import type { Mend } from '../photos/geometry.ts'
import { acceptedExtensions, type DocumentType } from '../rules/documents.ts'
import type { Awaiting } from '../storage/awaiting.ts'
import { Alert } from '../ui/alert.tsx'
import { AdviceBox } from './advice-box.tsx'
import { Preview } from './preview.tsx'
import { StateLine } from './state-line.tsx'
import { documentText, interruptedText, photoText } from './text.ts'
import { usePicture } from './use-picture.ts'
import type { DocumentView } from './view.ts'

interface RowProps {
  document: DocumentType
  view: DocumentView
  /** The last page ended while this document's picker was open. */
  interrupted: Awaiting | undefined
  /** A picker is open: previews give their memory back to it. */
  picking: boolean
  /** Why the editor or the camera did not open. */
  toolTrouble: string | undefined
  /** The screen waits for the student's word on the advice. */
  waits: boolean
  /** There is a photo at hand to crop or turn. */
  mendable: boolean
  onPick(input: HTMLInputElement, document: DocumentType, by: Awaiting['by']): void
  /** Undefined where our own camera is not needed. */
  onCamera: ((document: DocumentType) => void) | undefined
  onChoose(document: DocumentType, file: File): void
  onCancel(): void
  onEdit(document: DocumentType): void
  onMend(document: DocumentType, mend: Mend): void
  onKeep(document: DocumentType): void
  onRemove(document: DocumentType): void
  onResend(item: Item): void
}

/** One identity document: what it is, where its photo has got to, and what can be done about it. */
export function DocumentRow(props: RowProps) {
  const { document, view, interrupted, onPick, onCamera, onMend } = props
  const id = useId()
  const row = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { title, hint } = documentText[document]
  const { state, item, fault, sheet, advice } = view
  const missing = state === 'empty' ? view.removed : undefined
  const troubles = new Set([fault, props.toolTrouble].filter(words => words !== undefined))
  const picture = usePicture(view.picture, item)
  const hasPhoto = item !== undefined || state === 'preparing'
  const described = `${id}-title ${id}-state`
  useCancelled(input, props.onCancel)
  useEffect(() => {
    if (!interrupted) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [interrupted])

  const pick = (by: Awaiting['by']) => input.current && onPick(input.current, document, by)
  return (
    <section
      ref={row}
      className="document"
      tabIndex={-1}
      data-document={document}
      data-state={state}
      aria-labelledby={`${id}-title`}
    >
      <h3 id={`${id}-title`}>{title}</h3>
      {interrupted && (
        <Alert tone="warning">
          <p>{interruptedText[interrupted.by]}</p>
          {onCamera && <p>{interruptedText.often}</p>}
        </Alert>
      )}
      <div className="document-body">
        {!props.picking && <Preview picture={picture} title={title} />}
        <div id={`${id}-state`} className="document-state">
          {[...troubles].map(words => (
            <p key={words} className="error" role="alert" data-tone="danger">
              {words}
            </p>
          ))}
          {fault && state === 'sent' ? (
            <p role="status">{photoText.earlierStays}</p>
          ) : (
            <StateLine document={document} view={view} />
          )}
          {state === 'empty' && (
            <p className={missing ? 'error' : 'hint'} data-tone={missing && 'danger'}>
              {missing ?? hint}
            </p>
          )}
        </div>
      </div>
      <AdviceBox
        advice={advice}
        waits={props.waits}
        onKeep={() => props.onKeep(document)}
        onRetake={() => (onCamera ? onCamera(document) : pick('camera'))}
      />
      {sheet && advice.length === 0 && state !== 'preparing' && (
        <div className="suggestion" role="status">
          <p>{photoText.sheetFound}</p>
          <button type="button" className="outline" onClick={() => onMend(document, { turns: 0, corners: sheet })}>
            {photoText.crop}
          </button>
        </div>
      )}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        name={document}
        accept={acceptedExtensions}
        aria-labelledby={`${id}-title`}
        aria-describedby={described}
        aria-invalid={fault || missing || item?.state === 'refused' ? true : undefined}
        onChange={event => {
          const file = event.target.files?.[0]
          // Some browsers say of a picker that was left that nothing is chosen any more.
          if (file) props.onChoose(document, file)
          else props.onCancel()
          // The same file may be picked again after it was mended on the phone.
          event.target.value = ''
        }}
      />
      <div className={hasPhoto ? 'document-actions has-photo' : 'document-actions'}>
        {item?.state === 'refused' && (
          <button type="button" className="wide" onClick={() => props.onResend(item)}>
            Renvoyer la même photo
          </button>
        )}
        <button type="button" aria-describedby={described} onClick={() => pick('camera')}>
          {photoText.take}
        </button>
        <button type="button" className="outline" aria-describedby={described} onClick={() => pick('gallery')}>
          {photoText.choose}
        </button>
        {onCamera && (
          <button type="button" className="outline wide" onClick={() => onCamera(document)}>
            {photoText.takeHere}
          </button>
        )}
        {props.mendable && state !== 'preparing' && (
          <button type="button" className="outline" onClick={() => props.onEdit(document)}>
            {photoText.edit}
          </button>
        )}
        {hasPhoto && state !== 'sent' && state !== 'sending' && (
          <button type="button" className="outline" onClick={() => props.onRemove(document)}>
            {photoText.remove}
          </button>
        )}
      </div>
    </section>
  )
}

/** React hears a dialog's cancel, not a file input's. */
function useCancelled(input: { current: HTMLInputElement | null }, onCancel: () => void): void {
  useEffect(() => {
    const element = input.current
    element?.addEventListener('cancel', onCancel)
    return () => element?.removeEventListener('cancel', onCancel)
  }, [input, onCancel])
}
