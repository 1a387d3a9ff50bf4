import { useEffect, useMemo, useState } from 'react'
import type { Dossier } from '../../storage/dossier.ts'
import type { SealedRow } from '../../storage/sealed-dossiers.ts'
import { Alert } from '../../ui/alert.tsx'
import { Form } from '../../ui/form.tsx'
import { formatAge, formatWait } from '../../ui/format.ts'
import { useController } from '../../ui/use-controller.ts'
import { useTick } from '../../ui/use-tick.ts'
import { attemptsLeft } from '../../vault/attempts.rule.ts'
import { FormEnd } from './form-end.tsx'
import { SecretField } from './secret-field.tsx'
import * as doorText from './text.ts'
import { createUnlocking } from './unlocking.ts'

interface UnlockProps {
  row: SealedRow
  onOpened(dossier: Dossier): void
  /** The dossier is not there any more, and this is why. */
  onGone(why: string): void
  onBack: (() => void) | undefined
}

function useUnlocking(dossier: string) {
  const unlocking = useMemo(() => createUnlocking(dossier, () => Date.now()), [dossier])
  useEffect(() => {
    unlocking.look().catch(reportError)
  }, [unlocking])
  return useController(unlocking)
}

export function UnlockForm({ row, onOpened, onGone, onBack }: UnlockProps) {
  const [code, setCode] = useState('')
  const { working, failed, wrong, ...unlocking } = useUnlocking(row.id)
  const left = unlocking.left()
  const closed = working || left > 0
  useTick(left > 0)

  const attempt = async () => {
    const tried = await unlocking.attempt(code)
    if (tried) setCode('')
    if (tried?.kind === 'opened') onOpened(tried.dossier)
    else if (tried?.kind === 'erased') onGone(doorText.erased)
    else if (tried?.kind === 'gone') onGone(doorText.gone)
  }
  return (
    <Form className="code-form" onSend={attempt}>
      <h2>{doorText.unlock(doorText.row(row.initials, formatAge(Date.now() - row.savedAt)))}</h2>
      {failed && <Alert tone="danger">{doorText.failed}</Alert>}
      {wrong && wrong.count > 0 && (
        <Alert tone="danger">
          <p>{doorText.wrong(attemptsLeft(wrong))}</p>
          {left > 0 && <p>{doorText.waits(formatWait(left))}</p>}
        </Alert>
      )}
      <SecretField name="code-dossier" label={doorText.yourCode} value={code} disabled={closed} onValue={setCode} />
      <FormEnd label={doorText.open} disabled={!code || closed} working={working && doorText.opening} onBack={onBack} />
    </Form>
  )
}
