import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../core/api/text.ts'
import { listQuery } from '../../core/api/use-queries.ts'
import { AskButton, useRetryAfter } from '../../outbox/ui/calls.tsx'
import * as formText from '../../spec/checks-text.ts'
import type { WizardVariant } from '../../spec/documents.ts'
import { fileStatusOf } from '../../spec/file-status.ts'
import { requiredMessage } from '../../spec/text.ts'
import { knownYears, type YearGroup, yearGroupOf } from '../../spec/years.ts'
import { Alert } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { maskedPhone } from '../../ui/format.ts'
import { Head } from '../../ui/head.tsx'
import { jumpToTop } from '../../ui/panels.tsx'
import { type Answer, askStatus } from './ask-status.ts'
import { IdentifierFields } from './identifier-fields.tsx'
import { Result } from './result.tsx'
import { firstSentence, type StatusEntries, statusFault } from './status.rule.ts'
import * as statusText from './text.ts'

interface StatusProps {
  /**
   * Where files of older years are corrected: this portal corrects only those of the current base
   * (section 7).
   */
  sites: Partial<Record<YearGroup, string>>
  variant: WizardVariant
}

const none: StatusEntries = { phone: '', matricule: '' }

export function StatusScreen({ sites, variant }: StatusProps) {
  const [annee, setAnnee] = useState<string>()
  const [entries, setEntries] = useState(none)
  const [fault, setFault] = useState<{ message: string; at: number }>()
  const years = useYears()
  const year = yearGroupOf(annee ?? '')
  const { held, hold } = useRetryAfter()
  const check = useMutation({ mutationFn: askStatus, onError: hold })
  const answer = check.data
  const settled = answer !== undefined && fileStatusOf(answer.reply.status).found

  /** Drops the reply when the entries change: it must not stand beside other entries. */
  const forget = () => {
    setFault(undefined)
    check.reset()
  }
  const change = (next: Partial<StatusEntries>) => {
    setEntries(old => ({ ...old, ...next }))
    forget()
  }
  const send = () => {
    if (held || !year) return
    forget()
    const message = statusFault(entries)
    if (message) {
      jumpToTop()
      return setFault({ message, at: Date.now() })
    }
    const yearLabel = years.options?.find(({ code }) => code === annee)?.libelle ?? ''
    check.mutate({ year, yearLabel, entries }, { onSettled: jumpToTop })
  }
  const begin = () => {
    change(none)
    jumpToTop()
    document.getElementsByName('annee')[0]?.focus({ preventScroll: true })
  }
  return (
    <>
      <StatusHead answer={answer} />
      <div className="body">
        {!answer && !fault && !check.error && <p>{statusText.intro}</p>}
        {fault && <News key={fault.at} words={fault.message} />}
        {check.error ? <News key={check.submittedAt} words={errorText(check.error)} /> : null}
        {answer && (
          <Result
            key={check.submittedAt}
            answer={answer}
            variant={variant}
            site={sites[answer.question.year]}
          />
        )}
        {settled && (
          <button type="button" className="quiet" onClick={begin}>
            {statusText.another}
          </button>
        )}
        <Form onSend={send}>
          <SelectField
            name="annee"
            label={formText.bacYear}
            value={annee ?? ''}
            required
            error={annee === '' ? requiredMessage : undefined}
            options={years.options}
            loading={years.loading}
            placeholder={formText.bacYearPlaceholder}
            onValue={value => {
              setAnnee(value)
              forget()
            }}
          />
          <IdentifierFields {...entries} onChange={change} />
          <AskButton
            label={statusText.check}
            reason={year ? undefined : statusText.yearFirst}
            pending={check.isPending}
            pendingLabel={statusText.checking}
            held={held}
          />
        </Form>
      </div>
    </>
  )
}

/** Says whose file it is, without showing a full phone number to people nearby, and its status. */
function StatusHead({ answer }: { answer: Answer | undefined }) {
  if (!answer) return <Head title={statusText.title} />
  const { yearLabel, entries } = answer.question
  const about = entries.phone
    ? statusText.byPhone(yearLabel, maskedPhone(entries.phone))
    : statusText.byMatricule(yearLabel, entries.matricule)
  const page = statusText.titled(firstSentence(statusText.describeFile(answer.reply).state))
  return (
    <Head title={statusText.title} page={page}>
      <p className="where">{about}</p>
    </Head>
  )
}

function News({ words }: { words: string }) {
  return (
    <Alert tone="danger" arrives>
      <strong>{words}</strong>
    </Alert>
  )
}

function useYears() {
  const { data, isFetched } = useQuery(listQuery('statusYears'))
  return { loading: !isFetched, options: isFetched ? knownYears(data) : undefined }
}
