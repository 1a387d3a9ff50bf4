import { useEffect, useState } from 'react'
import { openDossier } from '../../core/crypto/keyring.ts'
import { Alert } from '../../ui/alert.tsx'
import { Head } from '../../ui/head.tsx'
import type { Arrival } from './arrivals.ts'
import { AskCode } from './ask-code.tsx'
import { Offered } from './offered.tsx'
import type { Parcel, ParcelFault } from './parcel.ts'
import { peekAnswers } from './seal.ts'
import type { TakenIn } from './take-in.ts'
import { Taken } from './taken.tsx'
import * as transferText from './text.ts'

interface ReceiveProps {
  arrival: Arrival
  onEnd(): void
}

/** What has come is opened with its code, shown, and only then taken. */
export function Receive({ arrival, onEnd }: ReceiveProps) {
  const [opened, setOpened] = useState<{ parcel: Parcel; code: string }>()
  const [taken, setTaken] = useState<TakenIn>()
  const fault = useFaultOf(arrival)
  // To open another one locks what is open, and a lock ends all that is on the screen.
  const [busy] = useState(() => openDossier() !== undefined)
  const told = busy ? transferText.lockFirst : fault && transferText.faultText[fault]
  if (taken && opened) return <Taken taken={taken} parcel={opened.parcel} />
  return (
    <>
      <Head title={transferText.receive} />
      <div className="body">
        {told ? (
          <>
            <Alert tone="danger" arrives>
              {told}
            </Alert>
            <button type="button" className="quiet" onClick={onEnd}>
              {transferText.otherFile}
            </button>
          </>
        ) : opened ? (
          <Offered {...opened} onTaken={setTaken} onEnd={onEnd} />
        ) : (
          <AskCode arrival={arrival} onOpened={(parcel, code) => setOpened({ parcel, code })} onEnd={onEnd} />
        )}
      </div>
    </>
  )
}

/** Of an address; a file was looked at when it was chosen. */
function useFaultOf(arrival: Arrival): ParcelFault | undefined {
  const [fault, setFault] = useState<ParcelFault>()
  useEffect(() => {
    if (typeof arrival === 'string') void peekAnswers(arrival).then(setFault)
  }, [arrival])
  return fault
}
