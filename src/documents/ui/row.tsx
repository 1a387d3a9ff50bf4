import { type MouseEvent, useId, useRef } from 'react'
import { Refusal } from '../../outbox/ui/calls.tsx'
import { useFault } from '../../ui/form.tsx'
import { documentText } from '../text.ts'
import { isFailed, isGiven, isRefused, missingOf } from '../view.ts'
import { Drawing } from './drawing.tsx'
import { PhotoInput } from './photo-input.tsx'
import { RowPanel } from './row-panel.tsx'
import type { RowProps, Way } from './row-props.ts'
import * as rowText from './row-text.ts'
import { Reason, StateWords } from './status-label.tsx'
import { usePicture, usePictureUrl, useSmall } from './use-picture.ts'

/**
 * The row of one document: small when done, open when there is something to do. Its input is never
 * folded away.
 */
export function DocumentRow(props: RowProps) {
  const { document, view, verbs, open, picking, inVain } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const ofAny = useRef<HTMLInputElement>(null)
  const picture = useSmall(usePicture(view.picture, view.photo))
  const url = usePictureUrl(picking ? undefined : picture)
  const pick = (way: Way) => {
    const { current } = way === 'any' ? ofAny : input
    if (current) verbs.pick(current, document, way === 'any' ? 'gallery' : way)
  }
  useFault(isFailed(view))
  return (
    <li data-document={document} data-state={view.state}>
      <PhotoInput ref={input} id={id} {...props} />
      {inVain && <PhotoInput any ref={ofAny} id={id} {...props} />}
      <details
        name="document"
        open={open}
        // The browser may open the row as well, when the student searches for a word in the page.
        onToggle={event => event.currentTarget.open && !open && verbs.toggle(document)}
      >
        <RowHead id={id} url={url} {...props} />
        {open && <RowPanel id={id} url={url} pick={pick} {...props} />}
      </details>
    </li>
  )
}

interface HeadProps extends RowProps {
  /** The row's id: its title and state name and describe the input. */
  id: string
  url: string | undefined
}

/**
 * The part of a row that is always visible: its picture, its name, its state, and one word of what
 * can be done.
 */
export function RowHead({ id, url, ...props }: HeadProps) {
  const { document, view, verbs, open, filed } = props
  const { title, saved } = documentText[document]
  const { state, fault } = view
  const toggle = (event: MouseEvent) => {
    // Opened by this code alone: the exclusive `name` of <details> is younger than the minimum
    // browsers.
    event.preventDefault()
    verbs.toggle(document)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a summary is operated by its browser, keys included
    <summary onClick={toggle}>
      {url ? <img className="thumb" src={url} alt="" /> : <Drawing document={document} />}
      <span className="what">
        <b id={`${id}-title`}>{title}</b>
        <StateWords id={`${id}-state`} view={view} filed={filed} />
        {state === 'sent' && !fault && <small className={open ? undefined : 'vh'}>{saved}</small>}
        {!open && <Faults id={id} document={document} view={view} />}
        <Reason view={view} open={open} />
      </span>
      <span className="act">{isGiven(view) || filed ? rowText.change : rowText.add}</span>
    </summary>
  )
}

/**
 * The errors of a folded row, in full: a single word would not tell the student what is left to do.
 */
function Faults({ id, document, view }: Pick<HeadProps, 'id' | 'document' | 'view'>) {
  const { fault, item } = view
  const missing = missingOf(view)
  if (!fault && !missing && !isRefused(view)) return null
  return (
    <small id={`${id}-error`} className="error">
      {(fault ?? missing) && <span>{fault ?? missing}</span>}
      {isRefused(view) && (
        <>
          <span>{`${documentText[document].notSaved} `}</span>
          {item && (
            <span>
              <Refusal item={item} />
            </span>
          )}
        </>
      )}
    </small>
  )
}
