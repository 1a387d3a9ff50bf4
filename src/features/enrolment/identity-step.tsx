import { Fragment, useEffect, useRef } from 'react'
import { useLists } from '../../core/api/use-lists.ts'
import { withRequestKey } from '../../outbox/item.ts'
import { ListTrouble, ShortCall, TroubleAlert } from '../../outbox/ui/calls.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { focusOn, leadTo, Summary } from '../../ui/panels.tsx'
import { summaryOf } from './faults.rule.ts'
import { type FieldName, fields } from './fields.ts'
import { FoundDialog, LookupNews, PhoneDialog } from './identity-lookup.tsx'
import { Attestation, OtherButton, SaveRefused } from './identity-parts.tsx'
import { Question, type WizardList } from './question.tsx'
import * as wizardText from './text.ts'
import { type Enrolment, useFocusOnce } from './use-enrolment.ts'
import { useIdentityForm } from './use-identity.ts'
import { askedFields, type IdentityStep, lastOfLookup } from './wizard.ts'

interface IdentityProps {
  step: IdentityStep
  enrolment: Enrolment
  /** The step is finished: shown again, never changed again. */
  ended: boolean
  /**
   * Where the focus starts: at a phone number to correct, or at the first open answer of a draft.
   */
  goesOn: 'phone' | 'first' | undefined
}

const allLists: readonly WizardList[] = ['bacYears', 'series', 'academies', 'identityDocuments']

export function IdentityStepForm({ step, enrolment, ended, goesOn }: IdentityProps) {
  const { answers } = enrolment.dossier
  const form = useIdentityForm(step, enrolment, ended)
  const { stand, search, tries, change } = form
  const { locked, opened, faults } = stand
  const lists = useLists(
    allLists.filter(list =>
      askedFields(step).some(name => 'list' in fields[name] && fields[name].list === list),
    ),
  )
  useFocusOnce(locked || !goesOn ? undefined : goesOn === 'phone' ? goesOn : faults[0]?.name)
  const question = (name: FieldName) => (
    <Question
      name={name}
      answers={answers}
      left={form.left.has(name)}
      sent={tries > 0 && (opened || name === step.opensWith)}
      hint={opened || name !== step.opensWith ? undefined : wizardText.noYear}
      disabled={locked || (!opened && name !== step.opensWith)}
      lists={lists}
      onValue={change}
      onLeave={form.leave}
    />
  )
  return (
    <Form onSend={form.send}>
      <ListTrouble trouble={lists.trouble} retry={lists.retry} />
      {!ended && <SaveNews enrolment={enrolment} first={askedFields(step)[0]} />}
      {search.notice?.tone === 'danger' && (
        <Alert tone="danger" arrives>
          {search.notice.msg}
        </Alert>
      )}
      <TroubleAlert
        trouble={search.trouble}
        what={wizardText.lookupGoesOn}
        retry={search.retry}
        arrives
      />
      {tries > 0 && faults.length > 0 && (
        <Summary key={tries} title={summaryOf(faults)} faults={faults} />
      )}
      {ended && <p className="hint">{wizardText.closedStep}</p>}
      {step.groups.map(group => (
        <fieldset key={group.title}>
          <legend>{group.title}</legend>
          {group.fields.map(name => (
            <Fragment key={name}>
              {question(name)}
              {name === lastOfLookup && (
                <LookupNews search={search} stand={stand} answers={answers} />
              )}
            </Fragment>
          ))}
        </fieldset>
      ))}
      {step.attests && (
        <Attestation
          {...stand}
          wanted={tries > 0}
          onChange={value => change('attestation', value)}
        />
      )}
      {!ended && <Confirmation form={form} enrolment={enrolment} />}
      <FoundDialog
        open={stand.asking}
        byItself={!form.wantsQuestion}
        answers={answers}
        onConfirm={search.identity.confirm}
        onCancel={search.identity.decline}
        onClosed={() => focusOn(stand.found ? 'numAttest' : 'numPlace')}
      />
    </Form>
  )
}

interface NewsProps extends Pick<IdentityProps, 'enrolment'> {
  first: FieldName | undefined
}

/** The state of the save, except "being sent", which stands beside its button. */
function SaveNews({ enrolment: { items, calls }, first }: NewsProps) {
  const saving = withRequestKey(items, 'save')
  const stood = useRef(false)
  const stands = saving !== undefined
  useEffect(() => {
    // The student withdrew the save, and the focused button has gone with it: move the focus.
    if (stood.current && !stands && first) focusOn(first)
    stood.current = stands
  }, [stands, first])
  if (!saving) return null
  const waiting = saving.state === 'waiting'
  return (
    <>
      {(!waiting || saving.trouble) && (
        <ShortCall item={saving} label={wizardText.saving} arrives />
      )}
      {saving.state === 'refused' && <SaveRefused item={saving} />}
      {waiting && <OtherButton label={wizardText.editAgain} onPress={calls.withdrawSave} />}
    </>
  )
}

interface ConfirmationProps extends Pick<IdentityProps, 'enrolment'> {
  form: ReturnType<typeof useIdentityForm>
}

/** The end of the form: what is missing, the button, and the question that the button opens. */
function Confirmation({ form, enrolment: { dossier, items, calls } }: ConfirmationProps) {
  const { stand, search, paying, setPaying } = form
  const toDo = search.looking ? wizardText.lookingUp : wizardText.howToGoOn
  const saving = withRequestKey(items, 'save')
  const next = useRef<HTMLButtonElement>(null)
  return (
    <div className="stack">
      {stand.waiting && !saving?.trouble && <ShortCall item={saving} label={wizardText.saving} />}
      {/* In both cases one line: the button must not move under the tap that follows the last answer. */}
      {!stand.locked && (
        <p className="hint" hidden={!stand.opened}>
          {stand.complete ? wizardText.allGiven : toDo}
        </p>
      )}
      <button ref={next} type="submit" aria-disabled={!stand.complete}>
        {wizardText.next}
      </button>
      <PhoneDialog
        open={paying}
        phone={dossier.answers.phone ?? ''}
        onCancel={() => setPaying(false)}
        onClosed={() => next.current && leadTo(next.current)}
        onConfirm={() => {
          setPaying(false)
          calls.save()
        }}
      />
    </div>
  )
}
