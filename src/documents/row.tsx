import { useEffect, useId, useState } from 'react'
import { type Item, wireBytes } from '../outbox/item.ts'
import { adviceText } from '../photos/text.ts'
import { takesGzip } from '../provider/gzip.ts'
import { problemText } from '../provider/text.ts'
import { acceptedExtensions, type DocumentType } from '../rules/documents.ts'
import { refusalText } from '../sending/short-call.tsx'
import { formatBytes, formatWait } from '../ui/format.ts'
import { Spinner } from '../ui/spinner.tsx'
import { documentText } from './text.ts'
import type { DocumentView } from './use-documents.ts'

interface RowProps {
  document: DocumentType
  view: DocumentView
  /** Without a file: the choice was taken back. */
  onChoose(document: DocumentType, file: File | undefined): void
  onResend(item: Item): void
}

/** One identity document: what it is, where its photo has got to, and how to give another. */
export function DocumentRow({ document, view, onChoose, onResend }: RowProps) {
  const id = useId()
  const { title, hint } = documentText[document]
  const { state, item, fault } = view
  return (
    <section className="document" data-document={document} data-state={state} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <Preview picture={view.picture} title={title} />
      <div id={`${id}-state`} className="document-state">
        {fault && (
          <p className="error" role="alert" data-tone="danger">
            {fault}
          </p>
        )}
        <StateLine document={document} view={view} />
        {state === 'empty' && !fault && <p className="hint">{hint}</p>}
        {view.advice?.map(advice => (
          <p key={advice} className="advice" role="status" data-tone="warning">
            {adviceText[advice]}
          </p>
        ))}
      </div>
      <div className="document-actions">
        <label className={state === 'empty' || state === 'failed' ? 'button' : 'button quiet'}>
          {state === 'empty' ? 'Prendre ou choisir une photo' : 'Remplacer la photo'}
          <input
            type="file"
            name={document}
            accept={acceptedExtensions}
            aria-describedby={`${id}-title ${id}-state`}
            aria-invalid={fault || item?.state === 'refused' ? true : undefined}
            onChange={event => {
              onChoose(document, event.target.files?.[0])
              // The same file may be picked again after it was mended on the phone.
              event.target.value = ''
            }}
          />
        </label>
        {item?.state === 'refused' && (
          <button type="button" className="secondary" onClick={() => onResend(item)}>
            Renvoyer la même photo
          </button>
        )}
      </div>
    </section>
  )
}

/** Sections 4 and 8: the specified sentences, and between them where the photo is. */
function StateLine({
  document,
  view: { state, item, progress, postponed },
}: {
  document: DocumentType
  view: DocumentView
}) {
  const { saved, notSaved } = documentText[document]
  if (postponed)
    return (
      <p role="status" data-tone="info">
        Photo gardée sur cet appareil. Elle sera préparée dès que le réseau revient.
      </p>
    )
  if (state === 'preparing') return <Spinner label="Préparation de la photo…" />
  if (state === 'sent')
    return (
      <p className="success" role="status" data-tone="success">
        {saved}
      </p>
    )
  if (item?.state === 'refused')
    return (
      <div className="error" role="alert" data-tone="danger">
        <p>{notSaved}</p>
        <p>{refusalText(item)}</p>
      </div>
    )
  if (progress)
    return (
      <div>
        <p role="status">
          Envoi en cours : {formatBytes(progress.sent)} sur {formatBytes(progress.total)}
        </p>
        <progress value={progress.sent} max={progress.total} aria-label="Envoi de la photo" />
      </div>
    )
  if (item) return <Queued item={item} />
  return null
}

function Queued({ item }: { item: Item }) {
  const wait = item.notBefore - Date.now()
  return (
    <div role="status" data-tone="info">
      <p>Enregistrée sur cet appareil ({formatBytes(wireBytes(item, takesGzip('current')))}).</p>
      {item.trouble ? (
        <p>
          {problemText(item.trouble)} {wait > 2_000 ? `Nouvel essai dans ${formatWait(wait)}, ou` : 'Partira'} dès que
          le réseau revient.
        </p>
      ) : (
        <p>En attente d'envoi…</p>
      )}
    </div>
  )
}

function Preview({ picture, title }: { picture: Blob | undefined; title: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!picture) return
    const address = URL.createObjectURL(picture)
    setUrl(address)
    return () => {
      URL.revokeObjectURL(address)
      // An address that is gone must not be drawn again while the next picture is being prepared.
      setUrl(undefined)
    }
  }, [picture])
  return url && picture ? <img className="preview" src={url} alt={`Aperçu : ${title}`} /> : null
}
