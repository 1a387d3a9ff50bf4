import { useState } from 'react'
import { useLists } from '../forms/use-lists.ts'
import type { Item } from '../outbox/item.ts'
import { ShortCall } from '../sending/short-call.tsx'
import { ListTrouble, TroubleAlert } from '../sending/trouble.tsx'
import type { Dossier } from '../storage/dossiers.ts'
import { Alert } from '../ui/alert.tsx'
import { scrollToTop } from '../ui/scroll.ts'
import { Spinner } from '../ui/spinner.tsx'
import { type FieldName, fields } from './fields.ts'
import { FoundDialog, PhoneDialog } from './identity-dialogs.tsx'
import { Question, type WizardList } from './question.tsx'
import { wizardText } from './text.ts'
import { useFocusOnce } from './use-focus-once.ts'
import { useLookup } from './use-lookup.ts'
import {
  afterLookup,
  answered,
  confirmation,
  type Entries,
  type IdentityStep,
  isAttested,
  missingFields,
} from './wizard.ts'

interface IdentityProps {
  step: IdentityStep
  dossier: Dossier
  /** The step has ended: shown again, never changed again. */
  ended: boolean
  /** A draft goes on: the cursor stands where the answers end. */
  resumed: boolean
  saving: Item | undefined
  onChange(update: (entries: Entries) => Entries): void
  onSave(): void
  /** Takes back a save that has not left yet. */
  onWithdraw(): void
}

const allLists: readonly WizardList[] = ['bacYears', 'series', 'academies', 'identityDocuments']

export function IdentityStepForm({
  step,
  dossier,
  ended,
  resumed,
  saving,
  onChange,
  onSave,
  onWithdraw,
}: IdentityProps) {
  const { answers } = dossier
  const entries: Entries = { answers, lookedUp: dossier.lookedUp }
  const lists = useLists(
    allLists.filter(list => step.fields.some(name => 'list' in fields[name] && fields[name].list === list)),
  )
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  const [paying, setPaying] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'info' | 'danger'; msg: string }>()

  const waiting = saving?.state === 'waiting'
  const locked = ended || waiting
  const opened = !step.opensWith || Boolean(answers[step.opensWith])
  const found = step.lookedUp.some(name => answers[name])
  // The draft says whether the question is still open: it outlives a reload, and another tab's answer ends it here.
  const asking = found && !locked && answers[confirmation] !== 'oui'
  const missing = missingFields(step, answers)
  const attested = isAttested(step, answers)

  const lookup = useLookup(entries, step.lookedUp.length > 0 && !locked, ({ key, msg, person }) => {
    onChange(old => afterLookup(old, step, key, person && { ...person }))
    setNotice(
      person ? { tone: 'info', msg: msg || wizardText.found } : { tone: 'danger', msg: msg || wizardText.nobody },
    )
    if (!person) scrollToTop()
  })

  useFocusOnce(resumed && !locked ? missing[0] : undefined)
  const change = (name: string, value: string) => {
    setEdited(old => new Set(old).add(name))
    setNotice(undefined)
    onChange(old => answered(old, step, name, value))
  }
  const question = (name: FieldName, readOnly = false) => (
    <Question
      key={name}
      name={name}
      answers={answers}
      edited={edited.has(name) || (readOnly && name === 'matricule')}
      disabled={locked || (!opened && name !== step.opensWith && !readOnly)}
      readOnly={readOnly}
      lists={lists}
      onValue={change}
    />
  )

  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={event => {
        event.preventDefault()
        if (missing.length === 0 && attested && !locked && !asking) setPaying(true)
      }}
    >
      <ListTrouble trouble={lists.trouble} retry={lists.retry} />
      {!ended && <ShortCall item={saving} label={wizardText.saving} />}
      {waiting && (
        <button type="button" className="secondary" onClick={onWithdraw}>
          {wizardText.editAgain}
        </button>
      )}
      {notice && <Alert tone={notice.tone}>{notice.msg}</Alert>}
      <TroubleAlert trouble={lookup.trouble} what={wizardText.lookupGoesOn} retry={lookup.retry} />
      {ended && <p className="hint">{wizardText.closedStep}</p>}
      {!opened && <p className="hint">{wizardText.noYear}</p>}
      {step.fields.map(name => question(name))}
      {lookup.looking && <Spinner label={wizardText.lookingUp} />}
      {found && <fieldset className="person">{step.lookedUp.map(name => question(name, true))}</fieldset>}
      {step.lookedUp.length > 0 && !found && dossier.lookedUp && !notice && (
        <Alert tone="warning">
          <p>{wizardText.declined}</p>
          <button
            type="button"
            className="secondary"
            onClick={() => onChange(old => ({ ...old, lookedUp: undefined }))}
          >
            {wizardText.lookupAgain}
          </button>
        </Alert>
      )}
      {step.attests && (
        <label className="attestation">
          <input
            type="checkbox"
            name="attestation"
            checked={attested}
            disabled={locked || !opened}
            onChange={event => change('attestation', event.target.checked ? 'oui' : '')}
          />
          {wizardText.attestation}
        </label>
      )}
      {!ended && (
        <>
          {opened && <p className="hint">{whatIsLeft(step, missing, attested)}</p>}
          <button type="submit" disabled={missing.length > 0 || !attested || locked}>
            Continuer
          </button>
        </>
      )}
      <FoundDialog
        open={asking}
        answers={answers}
        onConfirm={() => onChange(old => answered(old, step, confirmation, 'oui'))}
        onCancel={() => {
          setNotice(undefined)
          onChange(old => afterLookup(old, step, old.lookedUp ?? ''))
        }}
      />
      <PhoneDialog
        open={paying}
        phone={answers.phone ?? ''}
        onCancel={() => setPaying(false)}
        onConfirm={() => {
          setPaying(false)
          onSave()
        }}
      />
    </form>
  )
}

/** A disabled button must say what it waits for. */
function whatIsLeft(step: IdentityStep, missing: readonly FieldName[], attested: boolean): string | undefined {
  const typed = missing.filter(name => !step.lookedUp.includes(name))
  if (typed.length > 0) return wizardText.missing(typed.map(name => fields[name].label))
  if (missing.length > 0) return wizardText.notFoundYet
  return attested ? undefined : wizardText.attestMissing
}
