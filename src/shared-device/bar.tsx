import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { forgetItems, itemsOf } from '../outbox/queue.ts'
import { announce } from '../outbox/signals.ts'
import { keptOriginals } from '../storage/dossiers.ts'
import { eraseDossier } from '../storage/erase.ts'
import { Alert } from '../ui/alert.tsx'
import { notify, onNotice } from '../vault/channel.ts'
import { lock, openDossier } from '../vault/keyring.ts'
import { AskErase } from './ask-erase.tsx'
import { forgetAnswers } from './forget-answers.ts'
import { forgetSubject } from './subject.ts'
import { barText, deviceText } from './text.ts'
import { type Unsent, unsentOf } from './unsent.ts'
import { useAutoLock } from './use-auto-lock.ts'
import { useOpenDossier, useSealed } from './use-device.ts'
import { handOver } from './use-handover.ts'
import { VaultScreen } from './vault-screen.tsx'

/** What a shared device shows above every page: whose dossier is open, and the way to close it. */
export function DeviceBar() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const open = useOpenDossier()
  const { rows } = useSealed()
  const path = useLocation({ select: location => location.pathname })
  const [listed, setListed] = useState(false)
  const [unsent, setUnsent] = useState<Unsent>()
  const [failed, setFailed] = useState(false)
  const lockHere = useCallback(() => {
    // A code that somebody has typed and not sent is not the next one's to press.
    setListed(false)
    handOver()
    // There is nothing of anybody on the home page: drawing it anew would cost calls for nothing.
    if (openDossier() === undefined && location.pathname === '/home') return
    // Screens without a dossier show what somebody asked for, too: they end as well.
    const leaves = !['/home', '/register'].includes(location.pathname)
    setUnsent(undefined)
    setFailed(false)
    lock()
    forgetAnswers(client)
    forgetSubject()
    if (leaves) navigate({ to: '/home', replace: true })
  }, [client, navigate])
  const closing = useAutoLock(lockHere, 'veiled')
  useEffect(() => onNotice(({ kind }) => kind === 'locked' && lockHere()), [lockHere])

  const row = rows?.find(({ id }) => id === open)
  const ask = async () => {
    if (!open) return
    setFailed(false)
    const [items, originals] = await Promise.all([itemsOf(open), keptOriginals(open)])
    setUnsent(unsentOf(items, originals))
  }
  const erase = async (all: boolean) => {
    if (!open) return
    if (all) await forgetItems(open)
    await eraseDossier(open)
    announce({ kind: 'changed' })
    lockHere()
    navigate({ to: '/home', replace: true })
  }
  return (
    <section className="device-bar" aria-label={barText.shared}>
      <p>{open ? barText.open(row?.initials ?? '') : barText.shared}</p>
      {open ? (
        <div className="device-actions">
          <button
            type="button"
            onClick={() => {
              lockHere()
              notify({ kind: 'locked' })
            }}
          >
            {barText.lock}
          </button>
          <button type="button" className="outline" onClick={() => ask().catch(() => setFailed(true))}>
            {barText.finish}
          </button>
        </div>
      ) : (
        path !== '/register' &&
        (rows?.length ?? 0) > 0 && (
          <button type="button" className="outline" aria-expanded={listed} onClick={() => setListed(!listed)}>
            {barText.list}
          </button>
        )
      )}
      {listed && !open && path !== '/register' && (
        <div className="device-list">
          <VaultScreen purpose={undefined} />
        </div>
      )}
      {failed && <Alert tone="danger">{deviceText.notErased}</Alert>}
      {closing && open && <Alert tone="warning">{barText.closing}</Alert>}
      {unsent && <AskErase unsent={unsent} onErase={erase} onCancel={() => setUnsent(undefined)} />}
    </section>
  )
}
