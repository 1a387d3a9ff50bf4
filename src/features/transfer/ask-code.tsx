import { useRef, useState } from 'react'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Form } from '../../ui/form.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useLater } from '../shared-device/use-later.ts'
import type { Arrival } from './arrivals.ts'
import type { Parcel, ParcelFault } from './parcel.ts'
import { openAnswers, openParcel } from './seal.ts'
import * as transferText from './text.ts'

interface AskProps {
  arrival: Arrival
  onOpened(parcel: Parcel, code: string): void
  onEnd(): void
}

/** What was typed stays: a wrong code is corrected, not typed anew. */
export function AskCode({ arrival, onOpened, onEnd }: AskProps) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<ParcelFault | 'missing'>()
  const [working, setWorking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const later = useLater(true)
  const open = async () => {
    if (working) return
    if (!code) setFault('missing')
    else {
      setWorking(true)
      const found = await opened(arrival, code).catch(() => ({ fault: 'unreadable' as const }))
      setWorking(false)
      if (!('fault' in found)) return onOpened(found, code)
      setFault(found.fault)
    }
    input.current?.focus()
    input.current?.select()
  }
  if (!later) return <Spinner label={commonText.loading} />
  const ofField = fault === 'wrongCode' || fault === 'missing'
  return (
    <Form onSend={open}>
      {fault && !ofField && (
        <Alert tone="danger" arrives>
          {transferText.faultText[fault]}
        </Alert>
      )}
      <later.SecretField
        ref={input}
        name="code-remise"
        label={transferText.code}
        hint={transferText.codeHint}
        error={
          fault === 'missing' ? commonText.requiredMessage : ofField ? transferText.faultText.wrongCode : undefined
        }
        value={code}
        working={working}
        onValue={setCode}
      />
      <later.FormEnd
        label={transferText.open}
        closed={working}
        working={working && transferText.opening}
        onBack={onEnd}
      />
    </Form>
  )
}

const opened = (arrival: Arrival, code: string) =>
  typeof arrival === 'string' ? openAnswers(arrival, code) : openParcel(arrival, code)
