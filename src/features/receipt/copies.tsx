import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { isDateWrong } from '../../core/api/clock.ts'
import { problemOf } from '../../core/api/problem.ts'
import { fetchReceipt } from '../../core/api/receipt-file.ts'
import { problemText } from '../../core/api/text.ts'
import { storageTrouble } from '../../core/db/database.ts'
import {
  type Copy,
  eraseReceipt,
  keepReceipt,
  listReceipts,
  ownerOf,
} from '../../core/db/receipts.ts'
import { askToPersist } from '../../core/db/space.page.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { formatAge, sentences } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/static-parts.tsx'
import { useMode } from '../shared-device/use-device.ts'
import * as copiesText from './copies-text.ts'

export interface CopiesProps {
  /** A receipt that has just come: its link and its matricule. */
  fresh: { link: string; matricule: string } | undefined
}

/**
 * Receipts for use without a network: keeps the new one when the student asks, and lists the stored
 * copies.
 */
export function ReceiptCopies({ fresh }: CopiesProps) {
  const mode = useMode()
  const { value: copies = [], again: read } = useStored(['receipts'], listReceipts)
  const [erased, setErased] = useState(0)
  const erase = async ({ key }: Copy) => {
    await eraseReceipt(key)
    await read()
    setErased(count => count + 1)
  }
  return (
    <>
      {/* The student may erase the copy that was just kept: the new key offers to keep it once more. */}
      {fresh && (
        <Keep key={fresh.link + erased} shared={mode === 'shared'} onKept={read} {...fresh} />
      )}
      {erased > 0 && (
        <Alert key={erased} tone="success" arrives>
          {copiesText.erased}
        </Alert>
      )}
      {copies.length > 0 && (
        <section aria-labelledby="copies">
          <h2 id="copies">{copiesText.title(copies.length)}</h2>
          <ul className="rows">
            {copies.map(copy => (
              <CopyRow key={copy.key + copy.at} copy={copy} onErase={() => erase(copy)} />
            ))}
          </ul>
          <p className="hint">
            {sentences(copiesText.print, mode === 'shared' && copiesText.leave)}
          </p>
        </section>
      )}
    </>
  )
}

interface KeepProps {
  link: string
  matricule: string
  shared: boolean
  onKept(): Promise<unknown>
}

function Keep({ link, matricule, shared, onKept }: KeepProps) {
  const isOwned = async () => (await ownerOf(matricule)) !== undefined
  const { value: may = true } = useStored(['owner', matricule], isOwned)
  const {
    mutate,
    isPending,
    isSuccess,
    data: trouble,
  } = useMutation({
    mutationFn: () => keepCopy(link, matricule),
    onSuccess(trouble) {
      if (trouble === undefined) onKept().catch(reportError)
    },
  })
  if (!may) return <p>{copiesText.notKept}</p>
  if (isSuccess && trouble === undefined)
    return (
      <Alert tone="success" arrives>
        {copiesText.kept}
      </Alert>
    )
  return (
    <>
      {trouble && (
        <Alert tone="danger" arrives>
          {trouble}
        </Alert>
      )}
      <div className="stack">
        <p id="keep" className="hint">
          {shared ? copiesText.keepHintShared : copiesText.keepHint}
        </p>
        <button type="button" disabled={isPending} aria-describedby="keep" onClick={() => mutate()}>
          {copiesText.keep}
        </button>
        {isPending && <Spinner label={copiesText.keeping} />}
      </div>
    </>
  )
}

/** The last digits of a matricule: enough for a student who knows it. */
const shownDigits = 4

interface RowProps {
  copy: Copy
  onErase(): Promise<void>
}

/** One stored receipt: whose it is, and what the student can do with it. */
function CopyRow({ copy, onErase }: RowProps) {
  const { matricule, prenom, nom, at } = copy
  const id = useId()
  const [asked, setAsked] = useState(false)
  const [failed, setFailed] = useState(false)
  const end = matricule.slice(-shownDigits)
  const { file, url } = useFile(copy, copiesText.fileName(end))
  const share = async () => {
    setFailed(false)
    await navigator
      .share({ files: [file] })
      .catch((error: Error) => setFailed(error.name !== 'AbortError'))
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
            <Icon name="share" />
            <span>{copiesText.share}</span>
          </button>
        )}
        <button
          type="button"
          className="destroys"
          aria-describedby={id}
          onClick={() => setAsked(true)}
        >
          {copiesText.erase}
        </button>
      </div>
      <Confirm
        open={asked}
        title={copiesText.eraseTitle}
        onConfirm={erase}
        onCancel={() => setAsked(false)}
      >
        <p>{copiesText.eraseDetail}</p>
      </Confirm>
    </li>
  )
}

/** The object URL lives as long as the row. */
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

/** A browser without a PDF viewer downloads the copy under a name, for the phone's viewer. */
function way(name: string) {
  const { pdfViewerEnabled, standalone } = navigator as Navigator & { standalone?: boolean }
  return pdfViewerEnabled && !standalone
    ? { target: '_blank', rel: 'noreferrer' }
    : { download: name }
}

/** @returns why no copy is kept */
export async function keepCopy(link: string, matricule: string): Promise<string | undefined> {
  try {
    await keepReceipt(matricule, await fetchReceipt(link), Date.now())
    // Not awaited: Firefox asks the student first, and a student who does not answer has the copy
    // all the same.
    askToPersist().catch(() => undefined)
    return undefined
  } catch (error) {
    return why(error, new URL(link).origin !== location.origin)
  }
}

/**
 * For another host the browser reports a missing network and a server without CORS in the same way.
 */
function why(error: unknown, elsewhere: boolean): string {
  const problem = problemOf(error)
  if (!problem) return storageTroubleText[storageTrouble(error)]
  if (problem.kind === 'contract') return copiesText.noReceipt
  if (problem.kind === 'http' && problem.code < 429) return copiesText.gone
  const hidden = problem.kind === 'offline' && elsewhere && !isDateWrong(Date.now())
  return hidden ? copiesText.otherHost : problemText(problem)
}
