import { dateText } from '../../core/api/text.ts'
import { useLists } from '../../core/api/use-lists.ts'
import { useIsAway } from '../../core/api/use-queries.ts'
import { AskButton, ListTrouble } from '../../outbox/ui/calls.tsx'
import { bareCode, bareNumber, bareSmsCode } from '../../spec/bare.ts'
import * as formText from '../../spec/checks-text.ts'
import { otpDigits } from '../../spec/limits.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/static-parts.tsx'
import * as receiptText from './text.ts'
import type { Request } from './use-request.ts'

const labels = {
  num_place: formText.place,
  serie: formText.series,
  ae: formText.academy,
  otp: formText.code,
  matricule: formText.matricule,
} as const

interface FormProps {
  request: Request
  pending: boolean
  held: string | false
  onSend(): void
}

export function ReceiptForm({
  request: { field, open, isKeptCode },
  pending,
  held,
  onSend,
}: FormProps) {
  const lists = useLists(['series', 'academies'])
  const away = useIsAway()
  const of = (name: keyof typeof labels) => ({ ...field(name), label: labels[name] })
  return (
    <Form onSend={onSend}>
      <ListTrouble trouble={lists.trouble} retry={lists.retry} />
      <TextField {...of('num_place')} short bare={bareNumber} inputMode="numeric" />
      <SelectField
        {...of('serie')}
        {...lists.of('series')}
        placeholder={formText.seriesPlaceholder}
      />
      <SelectField
        {...of('ae')}
        {...lists.of('academies')}
        placeholder={formText.academyPlaceholder}
      />
      <TextField
        {...of('otp')}
        short
        bare={bareSmsCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        // What is typed takes the place of the kept code.
        onFocus={isKeptCode ? ({ target }) => target.select() : undefined}
        hint={isKeptCode ? receiptText.keptCode : receiptText.whichCode(otpDigits)}
        help={
          !isKeptCode && (
            <details className="help">
              <summary>{receiptText.noSms}</summary>
              <p>{receiptText.findSms}</p>
              <p>{receiptText.goneSms}</p>
              <Help />
            </details>
          )
        }
      />
      <TextField {...of('matricule')} bare={bareCode} autoCapitalize="characters" />
      {/* Elsewhere a request waits for the network; the receipt needs it at once. */}
      {away && <p className="hint">{dateText(Date.now()) ?? receiptText.offline}</p>}
      <AskButton
        label={receiptText.download}
        reason={open.length > 0 ? receiptText.open(open.map(name => labels[name])) : undefined}
        pending={pending}
        pendingLabel={receiptText.pending}
        held={held}
      />
    </Form>
  )
}
