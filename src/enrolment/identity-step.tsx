import { useState } from 'react'
import { useLists } from '../forms/use-lists.ts'
import { inSlot } from '../outbox/item.ts'
import { ShortCall } from '../sending/short-call.tsx'
import { ListTrouble, TroubleAlert } from '../sending/trouble.tsx'
import { Alert } from '../ui/alert.tsx'
import { Form } from '../ui/form.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type FieldName, fields } from './fields.ts'
import { type IdentityStand, standOfIdentity } from './identity.rule.ts'
import { FoundDialog, PhoneDialog } from './identity-dialogs.tsx'
import { Question, type WizardList } from './question.tsx'
import * as wizardText from './text.ts'
import type { Enrolment } from './use-enrolment.ts'
import { useFocusOnce } from './use-focus-once.ts'
import { useIdentity } from './use-identity.ts'
import type { IdentityStep } from './wizard.ts'

interface IdentityProps {
  step: IdentityStep
  enrolment: Enrolment
  /** The step has ended: shown again, never changed again. */
  ended: boolean
  /** A draft goes on: the cursor stands where the answers end. */
  resumed: boolean
}

const allLists: readonly WizardList[] = ['bacYears', 'series', 'academies', 'identityDocuments']

/** Long because a form is read as it is drawn, from top to bottom; what it decides stands in identity.rule.ts. */
export function IdentityStepForm({ step, enrolment, ended, resumed }: IdentityProps) {
  const { dossier, items, draft, calls } = enrolment
  const { answers } = dossier
  const saving = inSlot(items, 'save')
  const lists = useLists(
    allLists.filter(list => step.fields.some(name => 'list' in fields[name] && fields[name].list === list)),
  )
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  const [paying, setPaying] = useState(false)
  const stand = standOfIdentity(step, dossier, ended, saving)
  const { waiting, locked, opened, missing } = stand
  const { identity, notice, trouble, looking, retry } = useIdentity(step, draft, locked)

  useFocusOnce(resumed && !locked ? missing[0] : undefined)
  const change = (name: string, value: string) => {
    setEdited(old => new Set(old).add(name))
    identity.answer(name, value)
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
    <Form onSend={() => stand.complete && !stand.asking && setPaying(true)}>
      <ListTrouble trouble={lists.trouble} retry={lists.retry} />
      {!ended && <ShortCall item={saving} label={wizardText.saving} />}
      {waiting && <OtherButton label={wizardText.editAgain} onPress={calls.takeBackSave} />}
      {notice && <Alert tone={notice.tone}>{notice.msg}</Alert>}
      <TroubleAlert trouble={trouble} what={wizardText.lookupGoesOn} retry={retry} />
      {ended && <p className="hint">{wizardText.closedStep}</p>}
      {!opened && <p className="hint">{wizardText.noYear}</p>}
      {step.fields.map(name => question(name))}
      {looking && <Spinner label={wizardText.lookingUp} />}
      {stand.found && <fieldset className="person">{step.lookedUp.map(name => question(name, true))}</fieldset>}
      {stand.declined && !notice && (
        <Alert tone="warning">
          <p>{wizardText.declined}</p>
          <OtherButton label={wizardText.lookupAgain} onPress={identity.lookAgain} />
        </Alert>
      )}
      {step.attests && <Attestation {...stand} onChange={value => change('attestation', value)} />}
      {!ended && <Continue step={step} stand={stand} />}
      <FoundDialog open={stand.asking} answers={answers} onConfirm={identity.confirm} onCancel={identity.decline} />
      <PhoneDialog
        open={paying}
        phone={answers.phone ?? ''}
        onCancel={() => setPaying(false)}
        onConfirm={() => {
          setPaying(false)
          calls.save()
        }}
      />
    </Form>
  )
}

function OtherButton({ label, onPress }: { label: string; onPress(): void }) {
  return (
    <button type="button" className="quiet" onClick={onPress}>
      {label}
    </button>
  )
}

interface AttestationProps extends Pick<IdentityStand, 'attested' | 'locked' | 'opened'> {
  onChange(value: string): void
}

function Attestation({ attested, locked, opened, onChange }: AttestationProps) {
  return (
    <label className="attestation">
      <input
        type="checkbox"
        name="attestation"
        checked={attested}
        disabled={locked || !opened}
        onChange={event => onChange(event.target.checked ? 'oui' : '')}
      />
      {wizardText.attestation}
    </label>
  )
}

function Continue({ step, stand }: { step: IdentityStep; stand: IdentityStand }) {
  return (
    <>
      {stand.opened && <p className="hint">{whatIsLeft(step, stand)}</p>}
      <button type="submit" disabled={!stand.complete}>
        {wizardText.next}
      </button>
    </>
  )
}

/** A disabled button must say what it waits for. */
function whatIsLeft(step: IdentityStep, { missing, attested }: IdentityStand): string | undefined {
  const typed = missing.filter(name => !step.lookedUp.includes(name))
  if (typed.length > 0) return wizardText.missing(typed.map(name => fields[name].label))
  if (missing.length > 0) return wizardText.notFoundYet
  return attested ? undefined : wizardText.attestMissing
}
