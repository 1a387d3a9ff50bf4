import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { findInterruption } from '../../core/db/awaiting.ts'
import { createEncrypted } from '../../core/db/create-encrypted.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import {
  anyPurpose,
  type EncryptedRow,
  enrolmentPurpose,
  purposeOf,
} from '../../core/db/encrypted-dossiers.ts'
import { useStored } from '../../core/db/use-stored.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import { formatAge } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/static-parts.tsx'
import { EraseWithoutCode } from './ask-erase.tsx'
import { CodeForm } from './code-form.tsx'
import { DossierRows } from './dossier-rows.tsx'
import * as eraseText from './erase-text.ts'
import { UnlockHead } from './form-parts.tsx'
import { askFor } from './subject.ts'
import * as unlockText from './text.ts'
import { UnencryptedDossiers } from './unencrypted-dossiers.tsx'
import { UnlockForm } from './unlock-form.tsx'
import { useEncrypted } from './use-device.ts'

interface UnlockProps {
  /** Undefined where the student can open a dossier but not start one. */
  purpose: string | undefined
  answers?: Readonly<Record<string, string>> | undefined
}

/**
 * The unlock screen of a shared device shows initials and times, and no other personal data. Long,
 * since its pages (list, code to choose, code to enter) share the chosen dossier.
 */
export function UnlockScreen({ purpose, answers }: UnlockProps) {
  const navigate = useNavigate()
  const { value: rows, again: refresh } = useEncrypted()
  const [chosen, setChosen] = useState<EncryptedRow | 'new'>()
  const [notice, setNotice] = useState<{ why: string; altered: EncryptedRow | undefined }>()
  const [declined, setDeclined] = useState(false)
  const lost = useInterrupted()
  // A student who goes back is not the one whose camera cost the page, and wants the list.
  const interrupted = declined ? undefined : lost
  const isPage = purpose !== undefined
  const picked = chosen ?? rows?.find(({ id }) => id === interrupted)

  const opened = async (dossier: Dossier) => {
    if (purpose === anyPurpose || purposeOf(dossier) === purpose) return
    if (purposeOf(dossier) === enrolmentPurpose) return navigate({ to: '/register' })
    await navigate({
      to: '/reclamation/$matricule',
      params: { matricule: askFor(dossier.answers.matricule ?? '') },
    })
  }
  const back = () => {
    setDeclined(true)
    setChosen(undefined)
  }
  const gone = (why: string, altered?: EncryptedRow) => {
    setNotice({ why, altered })
    setChosen(undefined)
    void refresh()
  }
  const forgotten = () => {
    setNotice(undefined)
    void refresh()
  }
  const create = async (code: string): Promise<undefined> => {
    const kind = purpose === enrolmentPurpose || purpose === anyPurpose ? 'enrolment' : 'correction'
    await createEncrypted(kind, code, Date.now(), { ...answers })
  }
  return (
    <>
      <UnlockHead isPage={isPage} {...saidOf(picked)} />
      <div className={isPage ? 'body' : 'stack'}>
        {!rows && <Spinner label={commonText.loading} />}
        {notice && (
          <Alert tone="danger" arrives>
            {notice.why}
          </Alert>
        )}
        {notice?.altered && (
          <EraseWithoutCode
            id={notice.altered.id}
            title={eraseText.finishTitle}
            onErased={forgotten}
          />
        )}
        {picked && picked !== 'new' && picked.id === interrupted && (
          <Alert tone="warning">{unlockText.interrupted}</Alert>
        )}
        {picked === 'new' && (
          <CodeForm action={unlockText.create} onCode={create} onCancel={back} />
        )}
        {picked && picked !== 'new' && (
          <UnlockForm key={picked.id} row={picked} onOpened={opened} onGone={gone} onBack={back} />
        )}
        {!picked && rows && (
          <>
            <UnencryptedDossiers onChanged={refresh} />
            <div className={isPage ? 'cols door' : 'stack'}>
              <section>
                {isPage && rows.length > 0 && <h2>{unlockText.kept(rows.length)}</h2>}
                <DossierRows rows={rows} onChoose={setChosen} onChanged={refresh} />
              </section>
              {isPage && <Beginning onBegin={() => setChosen('new')} />}
            </div>
          </>
        )}
      </div>
    </>
  )
}

function saidOf(picked: EncryptedRow | 'new' | undefined): {
  title: string
  where: string | undefined
} {
  if (!picked) return { title: unlockText.title, where: unlockText.intro }
  if (picked === 'new') return { title: unlockText.choose, where: undefined }
  return {
    title: unlockText.unlock(picked.initials),
    where: unlockText.savedAt(formatAge(Date.now() - picked.savedAt)),
  }
}

function Beginning({ onBegin }: { onBegin(): void }) {
  return (
    <section className="alert">
      <h2>{unlockText.noneYet}</h2>
      <p>{unlockText.ownCode}</p>
      <button type="button" onClick={onBegin}>
        <Icon name="plus" />
        <span>{unlockText.begin}</span>
      </button>
    </section>
  )
}

/**
 * The encrypted dossier whose page the browser killed for the camera: its student returns here and
 * is told why.
 */
function useInterrupted(): string | undefined {
  return useStored(['interruption'], () => findInterruption(Date.now())).value?.awaiting?.dossier
}
