import { useEffect, useState } from 'react'
import * as commonText from '../common/text.ts'
import { useMode } from '../shared-device/session/use-device.ts'
import { openEnrolment } from '../storage/dossiers.ts'
import { storageTrouble } from '../storage/storage-trouble.ts'
import { storageTroubleText } from '../storage/text.ts'
import { Alert } from '../ui/alert.tsx'
import { Facts } from './facts.tsx'
import type { Parcel } from './parcel.ts'
import { describe, type TakenIn, takeIn } from './take-in.ts'
import * as transferText from './text.ts'

interface OfferedProps {
  parcel: Parcel
  code: string
  onTaken(taken: TakenIn): void
  onEnd(): void
}

/** What it is, before anything of it is written. */
export function Offered({ parcel, code, onTaken, onEnd }: OfferedProps) {
  const about = describe(parcel)
  const shared = useMode() === 'shared'
  const beside = useOther(about.matricule)
  const [trouble, setTrouble] = useState<string>()
  const [working, setWorking] = useState(false)
  const keep = async () => {
    if (working) return
    setWorking(true)
    setTrouble(undefined)
    try {
      onTaken(await takeIn(parcel, { now: Date.now(), ...(shared && { seal: code }) }))
    } catch (cause) {
      setTrouble(storageTroubleText[storageTrouble(cause)])
      setWorking(false)
    }
  }
  return (
    <>
      {trouble && (
        <Alert tone="danger" arrives>
          {trouble}
        </Alert>
      )}
      <Facts {...about} sent={about.accepted.length} waiting={about.given.length - about.accepted.length} />
      {shared && <p>{transferText.sealed}</p>}
      {beside && <p>{transferText.beside}</p>}
      <div className="pair">
        <button type="button" className="quiet" onClick={onEnd}>
          {commonText.cancel}
        </button>
        <button type="button" aria-disabled={working} onClick={keep}>
          {transferText.keep}
        </button>
      </div>
    </>
  )
}

/** Whether somebody else's enrolment has been begun here. On a shared device that is nobody's business. */
function useOther(matricule: string): boolean {
  const [other, setOther] = useState(false)
  useEffect(() => {
    openEnrolment().then(
      ({ draft }) => setOther(Object.keys(draft?.answers ?? {}).length > 0 && draft?.answers.matricule !== matricule),
      () => setOther(false),
    )
  }, [matricule])
  return other
}
