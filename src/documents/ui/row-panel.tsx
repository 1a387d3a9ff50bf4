import { Link } from '@tanstack/react-router'
import type { Awaiting } from '../../core/db/device-store.ts'
import * as againText from '../../outbox/ui/again-text.ts'
import { failsAgain } from '../../outbox/ui/repeated.rule.ts'
import { refusalText } from '../../outbox/ui/short-call.tsx'
import { Alert } from '../../ui/alert.tsx'
import { documentText } from '../text.ts'
import { isGiven, isRefused, missingOf } from '../view.ts'
import { AdviceBox } from './advice-box.tsx'
import { Example } from './example.tsx'
import { RowActions } from './row-actions.tsx'
import type { RowProps } from './row-props.ts'
import * as rowText from './row-text.ts'

interface PanelProps extends RowProps {
  id: string
  url: string | undefined
  pick(by: Awaiting['by']): void
}

/** What an open row shows: what went wrong, what a photo must show or does show, and what can be done. */
export function RowPanel({ id, url, pick, ...props }: PanelProps) {
  const { document, view, verbs, interrupted, waits, identity } = props
  const { state, sheet, advice } = view
  return (
    <div className="open">
      {interrupted && (
        <Alert tone="warning">
          <p>{rowText.interruptedText[interrupted.by]}</p>
          {verbs.openCamera && <p>{rowText.interruptedText.often}</p>}
        </Alert>
      )}
      <Troubles id={id} {...props} />
      {isGiven(view) ? (
        url && <img className="preview" src={url} alt={rowText.preview(documentText[document].title)} />
      ) : (
        <Example document={document} identity={identity} />
      )}
      <AdviceBox
        advice={advice}
        waits={waits}
        onKeep={() => verbs.keepAnyway(document)}
        onRetake={() => (verbs.openCamera ? verbs.openCamera(document) : pick('camera'))}
      />
      {sheet && advice.length === 0 && state !== 'preparing' && (
        <div className="alert" role="status" data-tone="info">
          <p>{rowText.sheetFound}</p>
          <div className="pair">
            <button type="button" onClick={() => verbs.mend(document, { turns: 0, corners: sheet })}>
              {rowText.crop}
            </button>
            <button type="button" className="quiet" onClick={() => verbs.keepAnyway(document)}>
              {rowText.keepWhole}
            </button>
          </div>
        </div>
      )}
      <RowActions id={id} pick={pick} {...props} />
      {/* Last: it comes by itself, and moves nothing that a thumb may be on. */}
      {view.item && failsAgain(view.item, Date.now()) && (
        <div>
          <p>{againText.failsAgain}</p>
          <Link to="/envois" className="tap">
            {againText.seeWaiting}
          </Link>
        </div>
      )}
    </div>
  )
}

/** Why a photo was not taken, or not saved, and what of it stays. */
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
            <p>{refusalText(item)}</p>
          </Alert>
        )}
        {missing && <p className="error">{missing}</p>}
      </div>
      {toolTrouble && toolTrouble !== fault && <Alert tone="danger">{toolTrouble}</Alert>}
      {fault && state === 'sent' && <p>{rowText.earlierStays}</p>}
    </>
  )
}
