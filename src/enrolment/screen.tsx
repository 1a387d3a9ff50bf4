import { useState } from 'react'
import * as commonText from '../common/text.ts'
import type { Busy } from '../documents/documents-list.tsx'
import type { Item, ShortCall } from '../outbox/item.ts'
import type { Dossier } from '../storage/dossiers.ts'
import { storageTroubleText } from '../storage/text.ts'
import { Alert } from '../ui/alert.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CodeStep } from './code-step.tsx'
import { DocumentsStep } from './documents-step.tsx'
import { DoneStep } from './done-step.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { IdentityStepForm } from './identity-step.tsx'
import { Stepper } from './stepper.tsx'
import * as wizardText from './text.ts'
import { type Enrolment, useEnrolment } from './use-enrolment.ts'
import { reachedStep, type Step, shownStep, slots, type WizardPlan } from './wizard.ts'

/** The wizard: the draft and the outbox say where the student stands, the plan says what that looks like. */
export function EnrolmentScreen({ plan }: { plan: WizardPlan }) {
  const enrolment = useEnrolment(plan)
  const { dossier, items, found, trouble } = enrolment
  const [looked, setLooked] = useState<{ at: number; reached: number }>()
  const [busy, setBusy] = useState<Busy>()
  if (!dossier || !items) {
    // A device that can't be read must not look like one that is slow.
    if (trouble) return <Alert tone="danger">{storageTroubleText[trouble]}</Alert>
    return (
      <>
        <title>{wizardText.title}</title>
        <h1>{wizardText.title}</h1>
        <Stepper plan={plan} shown={undefined} reached={0} onShow={() => undefined} />
        <Spinner label={commonText.loading} />
        <p className="hint">{wizardText.coming}</p>
      </>
    )
  }

  const reached = reachedStep(plan, items)
  const { shown, stays } = shownStep(plan, reached, busy, looked)
  const step = plan.steps[shown]
  return (
    <>
      <title>{`${step?.title} – ${wizardText.title}`}</title>
      <h1>{wizardText.title}</h1>
      <Stepper plan={plan} shown={shown} reached={reached} onShow={at => setLooked({ at, reached })} />
      {trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>}
      <DraftNotice found={found} ended={step?.kind === 'done'} />
      {step && (
        <StepOf
          {...enrolment}
          plan={plan}
          step={step}
          dossier={dossier}
          items={items}
          ended={shown < reached && !(step.kind === 'documents' && stays)}
          onBusy={setBusy}
        />
      )}
    </>
  )
}

interface StepProps extends Pick<Enrolment, 'draft' | 'calls' | 'found'> {
  plan: WizardPlan
  step: Step
  dossier: Dossier
  items: readonly Item[]
  ended: boolean
  onBusy(busy: Busy): void
}

function StepOf({ plan, step, draft, calls, found, dossier, items, ended, onBusy }: StepProps) {
  const { id, answers } = dossier
  const item = (slot: ShortCall) => items.find(candidate => candidate.slot === slot)
  switch (step.kind) {
    case 'identity':
      return (
        <IdentityStepForm
          step={step}
          draft={draft}
          dossier={dossier}
          ended={ended}
          resumed={found?.resumedAt !== undefined}
          saving={item(slots.save)}
          onSave={calls.save}
          onWithdraw={calls.takeBackSave}
        />
      )
    case 'code':
      return (
        <CodeStep
          answers={answers}
          ended={ended}
          saved={item(slots.save)}
          checking={item(slots.code)}
          renewing={item(slots.newCode)}
          onChange={otp => draft.answer('otp', otp)}
          onConfirm={calls.confirmCode}
          onNewCode={calls.newCode}
        />
      )
    case 'documents':
      return (
        <DocumentsStep
          step={step}
          dossier={id}
          matricule={answers.matricule ?? ''}
          items={items}
          ended={ended}
          onBeforePick={draft.flush}
          onBusy={onBusy}
          onValidate={calls.validate}
        />
      )
    case 'done':
      return (
        <DoneStep
          step={step}
          documents={plan.steps.flatMap(other => (other.kind === 'documents' ? other.documents : []))}
          onStartOver={draft.startOver}
        />
      )
  }
}
