import { useEffect, useState } from 'react'
import { listMine } from '../../core/db/dossiers.ts'
import { storageTrouble } from '../../core/db/storage-trouble.ts'
import { storageTroubleText } from '../../outbox/ui/storage-text.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/alert.tsx'
import { formatPhone } from '../../ui/format.ts'
import { useMode } from '../shared-device/use-device.ts'
import { type Beside, besideOf } from './beside.rule.ts'
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
  const beside = useBeside(parcel)
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
  // All of it at once: the button must not move under a thumb, nor come before what warns of it.
  if (!beside) return null
  return (
    <>
      {trouble && (
        <Alert tone="danger" arrives>
          {trouble}
        </Alert>
      )}
      <Facts
        {...about}
        payTo={about.phone}
        sent={about.accepted.length}
        waiting={about.given.length - about.accepted.length}
      />
      {beside.phone && <Alert tone="warning">{transferText.otherNumber(formatPhone(beside.phone))}</Alert>}
      {shared && <p>{transferText.sealed}</p>}
      {beside.waits && <p>{transferText.beside}</p>}
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

/** On a shared device what others have is nobody's business, nor can it be read. */
function useBeside({ dossier }: Parcel): Beside | undefined {
  const [beside, setBeside] = useState<Beside>()
  useEffect(() => {
    listMine().then(
      ({ mine }) => setBeside(besideOf(mine, dossier)),
      () => setBeside({ waits: false }),
    )
  }, [dossier])
  return beside
}
