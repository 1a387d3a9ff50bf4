import { useCallback, useEffect, useState } from 'react'
import { type Copy, eraseReceipt, listReceipts, ownerOf } from '../../core/db/receipts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useMode, useOpenDossier } from '../shared-device/use-device.ts'
import * as copiesText from './copies-text.ts'
import { CopyRow } from './copy-row.tsx'
import { keepCopy } from './keep.ts'

export interface CopiesProps {
  /** A receipt that has just come: where it lies, and whose it is. */
  fresh: { link: string; matricule: string } | undefined
}

/** A receipt at hand without a network: kept when somebody asks for it, and the copies that were. */
export function ReceiptCopies({ fresh }: CopiesProps) {
  const open = useOpenDossier()
  const mode = useMode()
  const [copies, setCopies] = useState<readonly Copy[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each of them the disk may say something else
  const read = useCallback(async () => setCopies(await listReceipts()), [open, mode])
  const [erased, setErased] = useState(0)
  const erase = async ({ key }: Copy) => {
    await eraseReceipt(key)
    await read()
    setErased(count => count + 1)
  }
  useEffect(() => {
    read().catch(reportError)
  }, [read])
  return (
    <>
      {/* What was kept just now may be what is erased: it can be kept once more. */}
      {fresh && <Keep key={fresh.link + erased} shared={mode === 'shared'} onKept={read} {...fresh} />}
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
            {copiesText.print} {mode === 'shared' && copiesText.leave}
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
  onKept(): Promise<void>
}

function Keep({ link, matricule, shared, onKept }: KeepProps) {
  const [may, setMay] = useState(true)
  const [state, setState] = useState<'asked' | 'kept'>()
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    ownerOf(matricule).then(owner => setMay(owner !== undefined), reportError)
  }, [matricule])
  const keep = async () => {
    setState('asked')
    setTrouble(undefined)
    const why = await keepCopy(link, matricule)
    setTrouble(why)
    setState(why === undefined ? 'kept' : undefined)
    if (why === undefined) await onKept()
  }
  if (!may) return <p>{copiesText.notKept}</p>
  if (state === 'kept')
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
        <button type="button" disabled={state === 'asked'} aria-describedby="keep" onClick={keep}>
          {copiesText.keep}
        </button>
        {state === 'asked' && <Spinner label={copiesText.keeping} />}
      </div>
    </>
  )
}
