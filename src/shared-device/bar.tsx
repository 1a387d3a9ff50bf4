import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { Alert } from '../ui/alert.tsx'
import { useController } from '../ui/use-controller.ts'
import { AskErase } from './ask-erase.tsx'
import * as barText from './bar-text.ts'
import * as deviceText from './device-text.ts'
import { forgetAnswers } from './forget-answers.ts'
import { createSession } from './session.ts'
import { useAutoLock } from './use-auto-lock.ts'
import { useOpenDossier, useSealed } from './use-device.ts'
import { VaultScreen } from './vault-screen.tsx'

function useSession() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useMemo(
    () =>
      createSession({
        path: () => location.pathname,
        goHome: () => navigate({ to: '/home', replace: true }),
        forgetAnswers: () => forgetAnswers(client),
      }),
    [client, navigate],
  )
  useEffect(() => session.follow(), [session])
  return useController(session)
}

/** What a shared device shows above every page: whose dossier is open, and the way to close it. */
export function DeviceBar() {
  const { listed, unsent, failed, ...session } = useSession()
  const open = useOpenDossier()
  const { rows } = useSealed()
  const path = useLocation({ select: location => location.pathname })
  const closing = useAutoLock(session.lockHere, 'veiled')
  const row = rows?.find(({ id }) => id === open)
  const opens = !open && path !== '/register'
  return (
    <section className="device-bar" aria-label={deviceText.mode}>
      <p>{open ? barText.open(row?.initials ?? '') : deviceText.mode}</p>
      {open && (
        <div className="device-actions">
          <button type="button" onClick={session.lockEverywhere}>
            {barText.lock}
          </button>
          <button type="button" className="outline" onClick={session.ask}>
            {barText.finish}
          </button>
        </div>
      )}
      {opens && (rows?.length ?? 0) > 0 && (
        <button type="button" className="outline" aria-expanded={listed} onClick={session.list}>
          {barText.list}
        </button>
      )}
      {opens && listed && (
        <div className="device-list">
          <VaultScreen purpose={undefined} />
        </div>
      )}
      {failed && <Alert tone="danger">{deviceText.notErased}</Alert>}
      {closing && open && <Alert tone="warning">{barText.closing}</Alert>}
      {unsent && <AskErase unsent={unsent} onErase={session.erase} onCancel={session.cancel} />}
    </section>
  )
}
