import { useEffect, useState } from 'react'
import { formatDay } from '../../spec/day.ts'
import { receiptStateText } from '../../spec/receipt-text.ts'
import type { ReceiptFacts } from '../../spec/signed-receipt.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Head } from '../../ui/head.tsx'
import { Card } from '../../ui/panels.tsx'
import { Help, Spinner } from '../../ui/static-parts.tsx'
import { judgeReceipt, type Verdict } from './authenticity.ts'
import * as checkText from './check-text.ts'
import { receiptKeys } from './keys.ts'

interface CheckProps {
  /** What stood behind the `#` of the address. */
  code: string
  onEnd(): void
}

/**
 * Says whether a receipt is authentic, and what it says: without a network, a dossier or the disk.
 */
export function CheckScreen({ code, onEnd }: CheckProps) {
  const [verdict, setVerdict] = useState<Verdict>()
  useEffect(() => {
    judgeReceipt(code, receiptKeys).then(setVerdict, () => setVerdict({ kind: 'unchecked' }))
  }, [code])
  return (
    <>
      <Head title={checkText.title} />
      <div className="body">
        {!verdict && <Spinner label={checkText.pending} />}
        {verdict?.kind === 'authentic' && <Authentic {...verdict.facts} />}
        {verdict && verdict.kind !== 'authentic' && <Doubtful kind={verdict.kind} />}
        <button type="button" className="quiet" onClick={onEnd}>
          {checkText.toForm}
        </button>
      </div>
    </>
  )
}

const dayMs = 86_400_000

function Authentic({ matricule, name, state, day }: ReceiptFacts) {
  return (
    <>
      <Alert tone="success" arrives>
        <p>
          <strong>{checkText.authentic}</strong>
        </p>
        <p>{checkText.signed}</p>
      </Alert>
      <Card
        facts={[
          [checkText.name, name],
          [checkText.matricule, matricule],
          [checkText.state, receiptStateText[state]],
          [checkText.day, formatDay(day * dayMs)],
        ]}
      />
      <p>{checkText.compare}</p>
    </>
  )
}

type Doubt = Exclude<Verdict['kind'], 'authentic'>

const doubts = {
  altered: ['danger', checkText.altered, checkText.alteredNext],
  unknownKey: ['danger', checkText.unknownKey, checkText.unknownKeyNext],
  noReceipt: ['warning', checkText.noReceipt, checkText.noReceiptNext],
  unchecked: ['warning', checkText.unchecked, checkText.uncheckedNext],
} as const satisfies Record<Doubt, readonly ['danger' | 'warning', string, string]>

function Doubtful({ kind }: { kind: Doubt }) {
  const [tone, state, next] = doubts[kind]
  return (
    <>
      <Alert tone={tone} arrives>
        <p>
          <strong>{state}</strong>
        </p>
        <p>{next}</p>
      </Alert>
      <Help />
    </>
  )
}
