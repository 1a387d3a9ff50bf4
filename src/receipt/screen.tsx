import { useMutation } from '@tanstack/react-query'
import { type Check, codeOfLength, digitsAtLeast, letters, number } from '../forms/checks.ts'
import * as formText from '../forms/text.ts'
import { useAnswers } from '../forms/use-answers.ts'
import { useLists } from '../forms/use-lists.ts'
import { ask } from '../provider/ask.ts'
import type { Outcome } from '../provider/schemas.ts'
import { bareCode, bareNumber } from '../rules/bare.ts'
import { matriculeLength, otpDigits } from '../rules/limits.ts'
import { AskButton } from '../sending/ask-button.tsx'
import { ListTrouble } from '../sending/trouble.tsx'
import { useHeld } from '../sending/use-held.ts'
import { Alert } from '../ui/alert.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Head } from '../ui/head.tsx'
import { trustedLink } from './link.rule.ts'
import * as receiptText from './text.ts'

/** Section 5, receipt form. */
const checks = {
  num_place: number,
  serie: letters,
  ae: letters,
  otp: digitsAtLeast(otpDigits),
  matricule: codeOfLength(matriculeLength.wizard, matriculeLength.receiptMax),
} satisfies Record<string, Check>

export function ReceiptScreen({ hosts }: { hosts: () => readonly string[] }) {
  const lists = useLists(['series', 'academies'])
  const { answers, valid, field } = useAnswers(checks)
  const { held, hold } = useHeld()
  const request = useMutation({ mutationFn: () => ask('receipt', answers), onError: hold })
  const linkIn = (msg: string) => trustedLink(msg, { origin: location.origin, hosts: hosts() })
  // Given with the call and not with the mutation: whoever has left this screen, or locked it, is led nowhere.
  const follow = ({ status, msg }: Outcome) => {
    const link = status === 1 ? linkIn(msg) : undefined
    if (link) location.assign(link)
  }
  const reply = request.data
  const untrusted = reply?.status === 1 && !linkIn(reply.msg)
  return (
    <>
      <Head title={receiptText.title} />
      <div className="body">
        <p>{receiptText.intro}</p>
        <Form onSend={() => valid && !held && request.mutate(undefined, { onSuccess: follow })}>
          <ListTrouble trouble={lists.trouble} retry={lists.retry} />
          {/* Section 8: a refusal is shown; a call that fails only stops the spinner. */}
          {reply && reply.status !== 1 && <Alert tone="danger">{reply.msg || receiptText.none}</Alert>}
          {untrusted && <Alert tone="danger">{reply.msg ? receiptText.untrusted : receiptText.noLink}</Alert>}
          <TextField {...field('num_place')} label={formText.place} bare={bareNumber} inputMode="numeric" />
          <SelectField
            {...field('serie')}
            {...lists.of('series')}
            label={formText.series}
            placeholder={formText.seriesPlaceholder}
          />
          <SelectField
            {...field('ae')}
            {...lists.of('academies')}
            label={formText.academy}
            placeholder={formText.academyPlaceholder}
          />
          <TextField
            {...field('otp')}
            label={formText.code}
            bare={bareNumber}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
          <TextField {...field('matricule')} label={formText.matricule} bare={bareCode} autoCapitalize="characters" />
          <AskButton
            label={receiptText.download}
            ready={valid}
            pending={request.isPending}
            pendingLabel={receiptText.pending}
            held={held}
          />
        </Form>
      </div>
    </>
  )
}
