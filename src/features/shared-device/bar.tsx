import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { forgetReplies } from '../../core/api/forget-replies.ts'
import { lock } from '../../core/crypto/keyring.ts'
import { listEncrypted } from '../../core/db/encrypted-dossiers.ts'
import { ownDevice, shareDevice } from '../../core/db/shared-mode.ts'
import { uncover } from '../../ui/back.page.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useController } from '../../ui/use-lifecycle.ts'
import { AskErase, EraseAll } from './ask-erase.tsx'
import * as eraseText from './erase-text.ts'
import { createSession, hasUnlock, userChangeCount } from './session.ts'
import * as deviceText from './text.ts'
import { UnencryptedDossiers } from './unencrypted-dossiers.tsx'
import { UnlockScreen } from './unlock-screen.tsx'
import { useAutoLock } from './use-auto-lock.ts'
import { useEncrypted, useMode, useOpenDossier } from './use-device.ts'

function useSession() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useMemo(
    () =>
      createSession({
        path: () => location.pathname,
        goHome: () => uncover(() => void navigate({ to: '/home', replace: true })),
        forgetReplies: () => forgetReplies(client),
      }),
    [client, navigate],
  )
  useEffect(() => session.follow(), [session])
  return useController(session)
}

/** The bar above every page of a shared device: whose dossier is open, and how to close it. */
export function DeviceBar() {
  const { listed, unsent, failed, ...session } = useSession()
  const open = useOpenDossier()
  const { value: rows } = useEncrypted()
  const path = useLocation({ select: location => location.pathname })
  const closing = useAutoLock(session.lockHere, 'out-of-sight')
  const row = rows?.find(({ id }) => id === open)
  const opens = !open && path !== '/partage' && !hasUnlock(path)
  return (
    <section className="device line wrap apart" aria-label={deviceText.mode}>
      <strong>{open ? deviceText.openDossier(row?.initials ?? '') : deviceText.mode}</strong>
      {open && (
        <div className="line wrap">
          <button type="button" className="quiet" onClick={session.lockEverywhere}>
            <Icon name="lock" />
            <span>{deviceText.lock}</span>
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
          <UnlockScreen purpose={undefined} />
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

const nothing = () => undefined

export function DevicePanel() {
  const shared = useMode() === 'shared'
  const userChangeCount = useUserChangeCount()
  const [refused, setRefused] = useState<string>()
  const control = useRef<HTMLInputElement>(null)
  const change = async () => {
    setRefused(undefined)
    // Locking first writes what the student is typing in the wizard, while the old mode still
    // holds.
    lock()
    if (!shared) await shareDevice()
    else if (!(await ownDevice()))
      return setRefused(deviceText.stillEncrypted((await listEncrypted()).length))
    // The lock has rendered the page anew and moved the focus to its heading: bring it back.
    control.current?.focus()
  }
  return (
    <section>
      <div>
        <label className="check">
          <input
            ref={control}
            type="checkbox"
            name="appareil-partage"
            checked={shared}
            onChange={() => change().catch(() => setRefused(deviceText.failed))}
          />
          <strong>{deviceText.mode}</strong>
        </label>
        <p className="hint">{deviceText.switchHint}</p>
      </div>
      {refused && (
        <Alert tone="danger" arrives>
          {refused}
        </Alert>
      )}
      {shared ? (
        <>
          <p>{deviceText.shared}</p>
          <UnencryptedDossiers key={userChangeCount} onChanged={nothing} />
        </>
      ) : (
        <EraseAll />
      )}
    </section>
  )
}

/** Used as a React key, it resets what the last student left half typed. */
export const useUserChangeCount = (): number =>
  useSyncExternalStore(userChangeCount.subscribe, userChangeCount.get)
