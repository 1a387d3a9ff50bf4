import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { requiredMessage } from '../common/text.ts'
import * as formText from '../forms/text.ts'
import { ask } from '../provider/ask.ts'
import { listQuery } from '../provider/queries.ts'
import type { Outcome } from '../provider/schemas.ts'
import { errorText } from '../provider/text.ts'
import { bareCode, barePhone } from '../rules/bare.ts'
import { type YearGroup, yearGroupOf, yearGroups } from '../rules/years.ts'
import { AskButton } from '../sending/ask-button.tsx'
import { type FreshOrKept, freshOrKept, keptText } from '../sending/fresh-or-kept.ts'
import { useHeld } from '../sending/use-held.ts'
import { askFor } from '../shared-device/session/subject.ts'
import { Alert } from '../ui/alert.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Head } from '../ui/head.tsx'
import {
  matriculeFault,
  mayCorrect,
  phoneFault,
  type StatusEntries,
  statusEndpoint,
  statusFault,
  toneOf,
} from './status.rule.ts'
import * as statusText from './text.ts'

interface StatusProps {
  /** Where files of older years are corrected: only those of the current base are verified here (section 7). */
  sites: Partial<Record<YearGroup, string>>
}

export function StatusScreen({ sites }: StatusProps) {
  const [annee, setAnnee] = useState<string>()
  const [entries, setEntries] = useState<StatusEntries>({ phone: '', matricule: '' })
  const [fault, setFault] = useState<string>()
  const years = useYears()
  const year = yearGroupOf(annee ?? '')
  const { held, hold } = useHeld()
  const check = useMutation({ mutationFn: askStatus, onError: hold })

  const change = (next: Partial<StatusEntries>) => {
    setEntries(old => ({ ...old, ...next }))
    setFault(undefined)
    // An answer to other entries must not stand beside these.
    check.reset()
  }
  const send = () => {
    if (held) return
    const found = statusFault(entries)
    setFault(found)
    check.reset()
    if (year && !found) check.mutate({ endpoint: statusEndpoint(year, entries), entries })
  }
  const { phone, matricule } = entries
  return (
    <>
      <Head title={statusText.title} />
      <div className="body">
        <p>{statusText.intro}</p>
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
              check.reset()
            }}
          />
          <IdentifierFields {...entries} onChange={change} />
          <AskButton
            label={statusText.check}
            ready={year !== undefined}
            pending={check.isPending}
            pendingLabel={statusText.checking}
            held={held}
          />
        </Form>
        {fault && <Alert tone="danger">{fault}</Alert>}
        {check.error ? <Alert tone="danger">{errorText(check.error)}</Alert> : null}
        {year && check.data && <Result {...check.data} identifier={phone || matricule} site={sites[year]} />}
      </div>
    </>
  )
}

interface IdentifierProps extends StatusEntries {
  onChange(next: Partial<StatusEntries>): void
}

const identifiers = {
  phone: {
    label: formText.phone,
    hint: statusText.phoneHint,
    bare: barePhone,
    faultOf: phoneFault,
    keyboard: { inputMode: 'numeric' },
  },
  matricule: {
    label: formText.matricule,
    hint: statusText.matriculeHint,
    bare: bareCode,
    faultOf: matriculeFault,
    keyboard: { autoCapitalize: 'characters' },
  },
} as const

/** Phone number or matricule: what is typed into one takes the other away. */
function IdentifierFields({ onChange, ...entries }: IdentifierProps) {
  const { phone, matricule } = entries
  const fieldOf = (name: keyof StatusEntries) => {
    const { faultOf, keyboard, ...field } = identifiers[name]
    const value = entries[name]
    const error = value ? faultOf(value) : undefined
    const onValue = (value: string) => onChange({ [name]: value })
    return <TextField name={name} value={value} error={error} required {...field} {...keyboard} onValue={onValue} />
  }
  return (
    <>
      {/* The other one's text hides a field that is empty: both may have been typed before the scripts came. */}
      {(phone || !matricule) && fieldOf('phone')}
      {!phone && !matricule && <p className="or">{statusText.or}</p>}
      {(matricule || !phone) && fieldOf('matricule')}
    </>
  )
}

interface Question {
  endpoint: ReturnType<typeof statusEndpoint>
  entries: StatusEntries
}

function askStatus(question: Question): Promise<FreshOrKept<Outcome>> {
  const { endpoint, entries } = question
  return freshOrKept(`${endpoint}/${entries.phone || entries.matricule}`, () => send(question))
}

function send({ endpoint, entries: { phone, matricule } }: Question): Promise<Outcome> {
  return isByPhone(endpoint) ? ask(endpoint, { phone }) : ask(endpoint, { matricule })
}

type ByPhone = `status/${YearGroup}/phone`
const isByPhone = (endpoint: Question['endpoint']): endpoint is ByPhone => endpoint.endsWith('phone')

interface ResultProps extends FreshOrKept<Outcome> {
  identifier: string
  /** Of an older year; empty where none is configured. */
  site: string | undefined
}

function Result({ reply, kept, identifier, site }: ResultProps) {
  return (
    <Alert tone={toneOf(reply.status)}>
      <p>{statusText.wordsOf(reply)}</p>
      {mayCorrect(reply.status) && (
        <p>
          <Link to="/reclamation/$matricule" params={{ matricule: askFor(identifier) }}>
            {statusText.correct}
          </Link>
          {site !== undefined && statusText.elsewhere}
          {site ? <a href={site}>{statusText.site}</a> : site === '' && statusText.noSite}
        </p>
      )}
      {kept && <p>{keptText(kept, statusText.kept)}</p>}
    </Alert>
  )
}

/** docs/wire.md: when the list can't be had, the specification's three choices stand in. */
function useYears() {
  const { data, isFetched } = useQuery(listQuery('statusYears'))
  const known = data?.filter(({ code }) => yearGroupOf(code))
  return { loading: !isFetched, options: isFetched ? (known?.length ? known : yearGroups) : undefined }
}
