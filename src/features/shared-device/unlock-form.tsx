import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { attemptsLeft } from '../../core/crypto/codes.rule.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import type { EncryptedRow } from '../../core/db/encrypted-dossiers.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { formatWait } from '../../ui/format.ts'
import { useController, useTick } from '../../ui/use-lifecycle.ts'
import { FormEnd, SecretField } from './form-parts.tsx'
import * as unlockText from './text.ts'
import { createUnlocking } from './unlocking.ts'

interface UnlockProps {
  row: EncryptedRow
  onOpened(dossier: Dossier): void
  /** Called with the reason when the dossier is gone, or can no longer be decrypted (`altered`). */
  onGone(why: string, altered?: EncryptedRow): void
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
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const wrongId = useId()
  const { working, failed, wrong, ...unlocking } = useUnlocking(row.id)
  const left = unlocking.left()
  useTick(left > 0)

  const attempt = async () => {
    setMissing(!code)
    const tried = code ? await unlocking.attempt(code) : undefined
    if (tried?.kind === 'opened') return onOpened(tried.dossier)
    if (tried?.kind === 'erased') return onGone(unlockText.erased)
    if (tried?.kind === 'altered') return onGone(unlockText.altered, row)
    if (tried?.kind === 'gone') return onGone(unlockText.gone)
    if (unlocking.left() > 0) return setCode('')
    // Selects the wrong code, so that the student types over it.
    input.current?.focus()
    input.current?.select()
  }
  return (
    <Form onSend={attempt}>
      {failed && <Alert tone="danger">{unlockText.failed}</Alert>}
      {wrong && wrong.count > 0 && (
        <Alert tone="danger" arrives={left > 0}>
          <p id={wrongId}>{unlockText.wrong(attemptsLeft(wrong))}</p>
          {left > 0 && <p aria-live="off">{unlockText.waits(formatWait(left))}</p>}
        </Alert>
      )}
      <SecretField
        ref={input}
        name="code-dossier"
        label={unlockText.yourCode}
        error={missing ? commonText.requiredMessage : undefined}
        refused={wrong && wrong.count > 0 ? wrongId : undefined}
        value={code}
        disabled={left > 0}
        working={working}
        onValue={setCode}
      />
      <FormEnd
        label={unlockText.open}
        closed={working || left > 0}
        working={working && unlockText.opening}
        onBack={onBack}
      />
    </Form>
  )
}
