import { useEffect, useId, useMemo, useState } from 'react'
import type { Copy } from '../../core/db/receipts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { formatAge } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import * as copiesText from './copies-text.ts'

/** Of a matricule, enough for who knows it. */
const shownDigits = 4

interface RowProps {
  copy: Copy
  onErase(): Promise<void>
}

/** One kept receipt: whose it is, and what can be done with it. */
export function CopyRow({ copy, onErase }: RowProps) {
  const { matricule, prenom, nom, at } = copy
  const id = useId()
  const [asked, setAsked] = useState(false)
  const [failed, setFailed] = useState(false)
  const end = matricule.slice(-shownDigits)
  const { file, url } = useFile(copy, copiesText.fileName(end))
  const share = async () => {
    setFailed(false)
    await navigator.share({ files: [file] }).catch((error: Error) => setFailed(error.name !== 'AbortError'))
  }
  const erase = async () => {
    setAsked(false)
    await onErase().catch(reportError)
  }
  return (
    <li className="stack">
      <p className="need" id={id}>
        <Icon name="file" />
        <span>
          <b>{copiesText.holder(`${prenom} ${nom}`.trim(), end)}</b>
          <small>{copiesText.at(formatAge(Date.now() - at))}</small>
        </span>
      </p>
      {failed && <Alert tone="danger">{copiesText.notShared}</Alert>}
      <div className="pair">
        <a className="button quiet" href={url} aria-describedby={id} {...way(file.name)}>
          {copiesText.open}
        </a>
        {navigator.canShare?.({ files: [file] }) && (
          <button type="button" className="quiet" aria-describedby={id} onClick={share}>
            <Icon name="share" /> {copiesText.share}
          </button>
        )}
        <button type="button" className="destroys" aria-describedby={id} onClick={() => setAsked(true)}>
          {copiesText.erase}
        </button>
      </div>
      <Confirm open={asked} title={copiesText.eraseTitle} onConfirm={erase} onCancel={() => setAsked(false)}>
        <p>{copiesText.eraseDetail}</p>
      </Confirm>
    </li>
  )
}

/** Its address lives as long as the row. */
function useFile({ file: bytes }: Copy, name: string) {
  const file = useMemo(() => new File([bytes], name, { type: 'application/pdf' }), [bytes, name])
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return { file, url }
}

/** A browser with a reader opens it beside the portal; any other hands it to the phone's, under a name. */
function way(name: string) {
  const { pdfViewerEnabled, standalone } = navigator as Navigator & { standalone?: boolean }
  return pdfViewerEnabled && !standalone ? { target: '_blank', rel: 'noreferrer' } : { download: name }
}
