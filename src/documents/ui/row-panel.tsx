import { isDamaged } from '../../outbox/item.ts'
import { failsAgain, OtherNetwork, Refusal } from '../../outbox/ui/calls.tsx'
import * as againText from '../../outbox/ui/news-text.ts'
import { type DocumentType, documents, identityDocument } from '../../spec/documents.ts'
import { Alert } from '../../ui/feedback.tsx'
import { onceRead } from '../../ui/hands.page.ts'
import { Icon } from '../../ui/icon.tsx'
import { SimChecks } from '../../ui/sim-checks.tsx'
import { Link } from '../../ui/static-parts.tsx'
import type { IdentityKind } from '../documents.rule.ts'
import { type Finding, markOf } from '../image/finding.ts'
import { adviceOn } from '../image/text.ts'
import { documentText } from '../text.ts'
import { isGiven, isRefused, missingOf } from '../view.ts'
import { Drawing } from './drawing.tsx'
import type { RowProps, Way } from './row-props.ts'
import * as rowText from './row-text.ts'

interface PanelProps extends RowProps {
  id: string
  url: string | undefined
  pick(way: Way): void
}

/**
 * What an open row shows: what went wrong, what a photo must show or does show, and what can be
 * done.
 */
export function RowPanel({ id, url, pick, ...props }: PanelProps) {
  const { document, view, verbs, interrupted, waits, identity } = props
  const { state, sheet, advice } = view
  return (
    <div className="open">
      {interrupted && (
        <Alert tone="warning">
          <p>{rowText.interruptedText[interrupted.by]}</p>
        </Alert>
      )}
      <Troubles id={id} {...props} />
      {isGiven(view) ? (
        url && <Preview document={document} url={url} finding={advice[0]} />
      ) : (
        <Example document={document} identity={identity} />
      )}
      <AdviceBox
        document={document}
        finding={advice[0]}
        waits={waits}
        onKeep={() => verbs.keepAnyway(document)}
        onRetake={() => (verbs.openCamera ? verbs.openCamera(document) : pick('camera'))}
      />
      {sheet && advice.length === 0 && state !== 'preparing' && (
        <div className="alert" role="status" data-tone="info">
          <p>{rowText.sheetFound}</p>
          <div ref={onceRead} className="pair">
            <button
              type="button"
              onClick={() => verbs.edit(document, { turns: 0, corners: sheet })}
            >
              {rowText.crop}
            </button>
            <button type="button" className="quiet" onClick={() => verbs.keepAnyway(document)}>
              {rowText.keepWhole}
            </button>
          </div>
        </div>
      )}
      <RowActions id={id} pick={pick} {...props} />
      {/* Last: it appears by itself, and must not move a button that a thumb may be on. */}
      {view.item && failsAgain(view.item, Date.now()) && (
        <div>
          <OtherNetwork items={[view.item]} />
          <Link to="/envois" className="tap">
            {againText.seeWaiting}
          </Link>
        </div>
      )}
    </div>
  )
}

/** Why a photo was refused or not saved, and which photo stays. */
function Troubles({ id, document, view, toolTrouble }: RowProps & { id: string }) {
  const { state, item, fault } = view
  const missing = missingOf(view)
  return (
    <>
      <div id={`${id}-error`} className="stack">
        {fault && (
          <Alert tone="danger" fault={false}>
            <strong>{fault}</strong>
          </Alert>
        )}
        {isRefused(view) && item && (
          <Alert tone="danger" fault={false}>
            <strong>{documentText[document].notSaved}</strong>
            <p>
              <Refusal item={item} />
            </p>
          </Alert>
        )}
        {missing && <p className="error">{missing}</p>}
      </div>
      {toolTrouble && toolTrouble !== fault && <Alert tone="danger">{toolTrouble}</Alert>}
      {fault && state === 'sent' && <p>{rowText.earlierStays}</p>}
    </>
  )
}

type ActionsProps = Pick<RowProps, 'document' | 'view' | 'verbs' | 'editable' | 'inVain'> & {
  /** The row's id: its title and state describe the buttons. */
  id: string
  pick(way: Way): void
}

/**
 * What can be done about one document. Removing the photo stands last, and is never the suggested
 * next step.
 */
export function RowActions({ id, document, view, verbs, editable, inVain, pick }: ActionsProps) {
  const { item, state, advice } = view
  const { openCamera } = verbs
  const described = `${id}-title ${id}-state`
  const hasPhoto = isGiven(view)
  return (
    <div className={hasPhoto ? 'pair' : 'stack'}>
      {state === 'failed' && item?.state === 'refused' && !isDamaged(item) && (
        <button type="button" className="wide" onClick={() => verbs.resend(item)}>
          {rowText.resend}
        </button>
      )}
      {/* Where there is advice, the advice box has this button, as the suggested next step. */}
      {advice.length === 0 && (
        <button
          key="take"
          type="button"
          className={hasPhoto ? 'quiet' : undefined}
          aria-describedby={described}
          onClick={() => pick('camera')}
        >
          {!hasPhoto && <Icon name="camera" />}
          <span>{hasPhoto ? rowText.retake : rowText.take}</span>
        </button>
      )}
      <button
        type="button"
        className="quiet"
        aria-describedby={described}
        onClick={() => pick('gallery')}
      >
        {!hasPhoto && <Icon name="image" />}
        <span>{rowText.choose}</span>
      </button>
      {inVain && (
        <p className="hint wide" role="status">
          {rowText.inVain}
        </p>
      )}
      {inVain && (
        <button
          type="button"
          className="quiet wide"
          aria-describedby={described}
          onClick={() => pick('any')}
        >
          {rowText.chooseAny}
        </button>
      )}
      {openCamera && (
        <button type="button" className="quiet wide" onClick={() => openCamera(document)}>
          {rowText.takeHere}
        </button>
      )}
      {editable && state !== 'preparing' && (
        <button
          type="button"
          className="quiet"
          onClick={() => verbs.openEditor(document, view.photo)}
        >
          {rowText.edit}
        </button>
      )}
      {hasPhoto && state !== 'sent' && state !== 'sending' && (
        <button
          ref={onceRead}
          type="button"
          className="quiet"
          onClick={() => verbs.remove(document)}
        >
          {rowText.remove}
        </button>
      )}
    </div>
  )
}

interface PreviewProps {
  document: DocumentType
  url: string
  finding: Finding | undefined
}

/** The photo, with a frame around what is wrong: the sentence says the place to who can't see it. */
function Preview({ document, url, finding }: PreviewProps) {
  const mark = finding && markOf(finding)
  // However small, it is large enough to be seen, and within the picture.
  const from = (part: number) => `min(${part * 100}%, 100% - 2rem)`
  const over = (part: number) => `max(${part * 100}%, 2rem)`
  return (
    <div className="shown">
      <img className="preview" src={url} alt={rowText.preview(documentText[document].title)} />
      {mark && (
        <i
          className="spot"
          aria-hidden="true"
          style={{
            left: from(mark.x),
            top: from(mark.y),
            width: over(mark.width),
            height: over(mark.height),
          }}
        />
      )}
    </div>
  )
}

interface AdviceProps {
  document: DocumentType
  /** The worst: one at a time, and the next photo is looked at anew. */
  finding: Finding | undefined
  /**
   * The provider has all documents, and the screen advances once the student has decided on the
   * advice.
   */
  waits: boolean
  onKeep(): void
  onRetake(): void
}

/** Advice never blocks: the photo is on its way already, and a better one takes its place. */
export function AdviceBox({ document, finding, waits, onKeep, onRetake }: AdviceProps) {
  if (!finding) return null
  const isFace = documents[document].shape === 'portrait'
  return (
    <div className="alert advice" role="status" data-tone="warning">
      <p>{adviceOn(finding, documentText[document].named, isFace)}</p>
      {waits && <p>{rowText.allReceived}</p>}
      <div ref={onceRead} className="pair">
        <button type="button" onClick={onRetake}>
          {rowText.retake}
        </button>
        <button type="button" className="quiet" onClick={onKeep}>
          {rowText.keepAnyway}
        </button>
      </div>
    </div>
  )
}

interface ExampleProps {
  document: DocumentType
  /** The document that was chosen in the first step. */
  identity: IdentityKind | undefined
}

/** What the photo must show, and whose name: before the button, since afterwards it is too late. */
export function Example({ document, identity }: ExampleProps) {
  const needs =
    (document === identityDocument && identity && rowText.identityNeeds[identity]) ||
    rowText.needs[document]
  const drawn = document === identityDocument && identity === 'sheet' ? 'actenaiss' : document
  return (
    <div className="show">
      <Drawing document={drawn} framed={documents[document].shape !== 'portrait'} />
      <ul>
        {needs.map(need => (
          <li key={need}>
            <Icon name="check" />
            <span>{need}</span>
          </li>
        ))}
      </ul>
      <p className="hint">{nameOn(document, identity)}</p>
      {document === 'simcard' && <SimChecks />}
    </div>
  )
}

/**
 * The sheet for people under 18 bears the student's own name, so the SIM card must be the student's
 * as well.
 */
function nameOn(document: DocumentType, identity: IdentityKind | undefined): string {
  if (document === identityDocument && identity === 'sheet') return rowText.sheetName
  return (identity === 'parent' && rowText.parentNames[document]) || rowText.names[document]
}
