import { useEffect, useId, useRef } from 'react'
import type { Awaiting } from '../storage/device-store.ts'
import { Alert } from '../ui/alert.tsx'
import { AdviceBox } from './advice-box.tsx'
import { PhotoInput } from './photo-input.tsx'
import { Preview } from './preview.tsx'
import { RowActions } from './row-actions.tsx'
import type { RowProps } from './row-props.ts'
import { StateLine } from './state-line.tsx'
import * as photoText from './text.ts'
import { usePicture } from './use-picture.ts'
import { missingOf } from './view.ts'

/** One identity document: what it is, where its photo has got to, and what can be done about it. */
export function DocumentRow(props: RowProps) {
  const { document, view, verbs, interrupted } = props
  const id = useId()
  const row = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { state, sheet, advice } = view
  useEffect(() => {
    if (!interrupted) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [interrupted])

  const pick = (by: Awaiting['by']) => input.current && verbs.pick(input.current, document, by)
  return (
    <section
      ref={row}
      className="document"
      tabIndex={-1}
      data-document={document}
      data-state={state}
      aria-labelledby={`${id}-title`}
    >
      <h3 id={`${id}-title`}>{photoText.documentText[document].title}</h3>
      {interrupted && (
        <Alert tone="warning">
          <p>{photoText.interruptedText[interrupted.by]}</p>
          {verbs.openCamera && <p>{photoText.interruptedText.often}</p>}
        </Alert>
      )}
      <RowState id={`${id}-state`} {...props} />
      <AdviceBox
        advice={advice}
        waits={props.waits}
        onKeep={() => verbs.keepAnyway(document)}
        onRetake={() => (verbs.openCamera ? verbs.openCamera(document) : pick('camera'))}
      />
      {sheet && advice.length === 0 && state !== 'preparing' && (
        <div className="suggestion" role="status">
          <p>{photoText.sheetFound}</p>
          <button type="button" className="quiet" onClick={() => verbs.mend(document, { turns: 0, corners: sheet })}>
            {photoText.crop}
          </button>
        </div>
      )}
      <PhotoInput ref={input} id={id} {...props} />
      <RowActions id={id} pick={pick} {...props} />
    </section>
  )
}

/** The photo, where it has got to, and what went wrong with it. */
function RowState({ id, document, view, toolTrouble, picking }: RowProps & { id: string }) {
  const { title, hint } = photoText.documentText[document]
  const { state, item, fault } = view
  const missing = missingOf(view)
  const troubles = new Set([fault, toolTrouble].filter(words => words !== undefined))
  const picture = usePicture(view.picture, item)
  return (
    <div className="document-body">
      {!picking && <Preview picture={picture} title={title} />}
      <div id={id} className="document-state">
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
  )
}
