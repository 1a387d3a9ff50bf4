import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useController } from '../../ui/use-controller.ts'
import { AskErase } from './ask-erase.tsx'
import * as eraseText from './erase-text.ts'
import { forgetReplies } from './forget-replies.ts'
import { createSession, hasDoor } from './session.ts'
import * as deviceText from './text.ts'
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
        forgetReplies: () => forgetReplies(client),
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
  const opens = !open && path !== '/partage' && !hasDoor(path)
  return (
    <section className="device line wrap apart" aria-label={deviceText.mode}>
      <strong>{open ? deviceText.open(row?.initials ?? '') : deviceText.mode}</strong>
      {open && (
        <div className="line wrap">
          <button type="button" className="quiet" onClick={session.lockEverywhere}>
            <Icon name="lock" />
            {deviceText.lock}
          </button>
          <button type="button" className="destroys" onClick={session.ask}>
            {deviceText.finish}
          </button>
        </div>
      )}
      {opens && (rows?.length ?? 0) > 0 && (
        <button type="button" className="quiet" aria-expanded={listed} onClick={session.list}>
          {deviceText.list}
        </button>
      )}
      {opens && listed && (
        <div className="device-list">
          <VaultScreen purpose={undefined} />
        </div>
      )}
      {failed && (
        <Alert tone="danger" arrives>
          {eraseText.notErased}
        </Alert>
      )}
      {closing && open && (
        <div className="closing">
          <Alert tone="warning">{deviceText.closing}</Alert>
        </div>
      )}
      {unsent && <AskErase unsent={unsent} onErase={session.erase} onCancel={session.cancel} />}
    </section>
  )
}
