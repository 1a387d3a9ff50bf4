import { useState } from 'react'
import type { Busy } from '../documents/documents-list.tsx'
import { ask, takeBack } from '../outbox/door.ts'
import type { Request, ShortCall } from '../outbox/item.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import type { WaitingEndpoint } from '../provider/endpoints.ts'
import { askToPersist } from '../storage/space.page.ts'
import { type StorageTrouble, storageTrouble, storageTroubleText } from '../storage/trouble.ts'
import { Alert } from '../ui/alert.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CodeStep } from './code-step.tsx'
import { DocumentsStep } from './documents-step.tsx'
import { DoneStep } from './done-step.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { IdentityStepForm } from './identity-step.tsx'
import { withEntries } from './parts.rule.ts'
import { Stepper } from './stepper.tsx'
import { wizardText } from './text.ts'
import { useConfirmedCode } from './use-confirmed-code.ts'
import { useDraft } from './use-draft.ts'
import { enrolmentBody, reachedStep, slots, type WizardPlan } from './wizard.ts'

/** The wizard: the draft and the outbox say where the student stands, the plan says what that looks like. */
export function EnrolmentScreen({ plan }: { plan: WizardPlan }) {
  const draft = useDraft()
  const { dossier, change } = draft
  const items = useOutbox(dossier?.id)
  useConfirmedCode(draft, items)
  const [looked, setLooked] = useState<{ at: number; reached: number }>()
  const [busy, setBusy] = useState<Busy>()
  const [fault, setFault] = useState<StorageTrouble>()
  if (!dossier || !items) {
    // A device that can't be read must not look like one that is slow.
    if (draft.trouble) return <Alert tone="danger">{storageTroubleText[draft.trouble]}</Alert>
    return (
      <>
        <title>{wizardText.title}</title>
        <h1>{wizardText.title}</h1>
        <Stepper plan={plan} shown={undefined} reached={0} onShow={() => undefined} />
        <Spinner label="Chargement…" />
        <p className="hint">{wizardText.coming}</p>
      </>
    )
  }

  const reached = reachedStep(plan, items)
  // Looking back lasts until the wizard moves on by itself.
  const documentsAt = plan.steps.findIndex(({ kind }) => kind === 'documents')
  const documents = plan.steps[documentsAt]
  // A student who still reads advice or crops the last photo is not led away by its success; a button does.
  const byButton = documents?.kind === 'documents' && documents.validates
  const stays = reached > documentsAt && (byButton ? busy === 'work' : busy)
  const shown = looked?.reached === reached ? looked.at : stays ? documentsAt : reached
  const step = plan.steps[shown]
  const first = plan.steps[0]
  const { answers } = dossier
  const item = (slot: ShortCall) => items.find(candidate => candidate.slot === slot)
  const ended = shown < reached

  const keep = async <E extends WaitingEndpoint>(request: Omit<Request<E>, 'dossier'>) => {
    try {
      await draft.flush()
      await ask({ ...request, dossier: dossier.id }, Date.now())
      setFault(undefined)
      await askToPersist()
    } catch (error) {
      setFault(storageTrouble(error))
    }
  }
  const answer = (name: string, value: string) =>
    change(old => ({ ...old, answers: { ...old.answers, [name]: value } }))
  const enrol = (slot: ShortCall) =>
    first?.kind === 'identity' ? keep({ slot, endpoint: 'enrol', body: enrolmentBody(first, answers) }) : undefined
  const matricule = answers.matricule ?? ''
  const trouble = fault ?? draft.trouble

  return (
    <>
      <title>{`${step?.title} – ${wizardText.title}`}</title>
      <h1>{wizardText.title}</h1>
      <Stepper plan={plan} shown={shown} reached={reached} onShow={at => setLooked({ at, reached })} />
      {trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>}
      <DraftNotice found={draft.found} ended={step?.kind === 'done'} />
      {step?.kind === 'identity' && (
        <IdentityStepForm
          step={step}
          dossier={dossier}
          ended={ended}
          resumed={draft.found?.resumedAt !== undefined}
          saving={item(slots.save)}
          onChange={update => change(old => withEntries(old, update(old)))}
          onSave={() => enrol(slots.save)}
          onWithdraw={() => takeBack(dossier.id, slots.save)}
        />
      )}
      {step?.kind === 'code' && (
        <CodeStep
          answers={answers}
          ended={ended}
          saved={item(slots.save)}
          checking={item(slots.code)}
          renewing={item(slots.newCode)}
          onChange={otp => answer('otp', otp)}
          onConfirm={() =>
            keep({ slot: slots.code, endpoint: 'confirmCode', body: { matricule, otp: answers.otp ?? '' } })
          }
          onNewCode={() => enrol(slots.newCode)}
        />
      )}
      {step?.kind === 'documents' && (
        <DocumentsStep
          step={step}
          dossier={dossier.id}
          matricule={matricule}
          items={items}
          ended={ended && !stays}
          onBeforePick={draft.flush}
          onBusy={setBusy}
          onValidate={() => keep({ slot: slots.validate, endpoint: 'validateFile', body: { matricule } })}
        />
      )}
      {step?.kind === 'done' && (
        <DoneStep
          step={step}
          documents={plan.steps.flatMap(other => (other.kind === 'documents' ? other.documents : []))}
          onStartOver={draft.startOver}
        />
      )}
    </>
  )
}
