import { useEffect, useState } from 'react'
import type { Dossier } from '../storage/dossier.ts'
import type { SealedRow } from '../storage/sealed-dossiers.ts'
import { tryCode, waitOf } from '../storage/unlock.ts'
import { Alert } from '../ui/alert.tsx'
import { formatAge, formatWait } from '../ui/format.ts'
import { Spinner } from '../ui/spinner.tsx'
import { attemptsLeft, type Wrong, waitLeft } from '../vault/attempts.rule.ts'
import { SecretField } from './secret-field.tsx'
import { vaultText } from './text.ts'

interface UnlockProps {
  row: SealedRow
  onOpened(dossier: Dossier): void
  /** The dossier is not there any more, and this is why. */
  onGone(why: string): void
  onBack: (() => void) | undefined
}

export function UnlockForm({ row, onOpened, onGone, onBack }: UnlockProps) {
  const [code, setCode] = useState('')
  const [working, setWorking] = useState(false)
  const [failed, setFailed] = useState(false)
  const [wrong, setWrong] = useState<Wrong>()
  const left = useCountdown(wrong)
  useEffect(() => {
    waitOf(row.id, Date.now()).then(setWrong, reportError)
  }, [row.id])

  const attempt = async () => {
    const result = await tryCode(row.id, code, Date.now())
    setCode('')
    switch (result.kind) {
      case 'opened':
        return onOpened(result.dossier)
      case 'erased':
        return onGone(vaultText.erased)
      case 'gone':
        return onGone(vaultText.gone)
      default:
        setWrong(result.wrong)
    }
  }
  return (
    <form
      noValidate
      autoComplete="off"
      className="code-form"
      onSubmit={async event => {
        event.preventDefault()
        if (!code || working || left > 0) return
        setWorking(true)
        setFailed(false)
        await attempt().catch(error => {
          reportError(error)
          setFailed(true)
        })
        setWorking(false)
      }}
    >
      <h2>{vaultText.unlock(vaultText.row(row.initials, formatAge(Date.now() - row.savedAt)))}</h2>
      {failed && <Alert tone="danger">{vaultText.failed}</Alert>}
      {wrong && wrong.count > 0 && (
        <Alert tone="danger">
          <p>{vaultText.wrong(attemptsLeft(wrong))}</p>
          {left > 0 && <p>{vaultText.waits(formatWait(left))}</p>}
        </Alert>
      )}
      <SecretField
        name="code-dossier"
        label={vaultText.yourCode}
        value={code}
        disabled={working || left > 0}
        onValue={setCode}
      />
      <button type="submit" disabled={!code || working || left > 0}>
        {vaultText.open}
      </button>
      {working && <Spinner label={vaultText.opening} />}
      {onBack && (
        <button type="button" className="outline" disabled={working} onClick={onBack}>
          {vaultText.back}
        </button>
      )}
    </form>
  )
}

/** Milliseconds that are still to be waited, by the second. */
function useCountdown(wrong: Wrong | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = wrong ? waitLeft(wrong, now) : 0
  const counting = left > 0
  useEffect(() => {
    setNow(Date.now())
    if (!counting || !wrong) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [counting, wrong])
  return left
}
