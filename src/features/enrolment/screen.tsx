import { type ReactNode, useRef, useState } from 'react'
import type { Busy } from '../../documents/ui/documents-list.tsx'
import { AskedCode } from '../../outbox/ui/asked-code.tsx'
import { storageTroubleText } from '../../outbox/ui/storage-text.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Head } from '../../ui/head.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CodeStep } from './code-step.tsx'
import { DocumentsStep } from './documents-step.tsx'
import { DoneHead, DoneStep, Seal, titleOf } from './done-step.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { IdentityStepForm } from './identity-step.tsx'
import { Kept } from './kept.tsx'
import { Stepper } from './stepper.tsx'
import * as wizardText from './text.ts'
import { type Enrolment, useEnrolment } from './use-enrolment.ts'
import { reachedStep, type Step, shownStep, type WizardPlan } from './wizard.ts'

interface ScreenProps {
  plan: WizardPlan
  /** What stands below a step and comes when it comes: it must not move what is being filled in. */
  foot?(at: Step['kind'], resumed: boolean): ReactNode
  /** What stands in its place while the dossier is handed over to another device. */
  handed(dossier: string): ReactNode
}

/** The wizard: the draft and the outbox say where the student stands, the plan says what that looks like. */
export function EnrolmentScreen({ plan, foot, handed }: ScreenProps) {
  const { draft, calls, dossier, items, found, trouble } = useEnrolment(plan)
  const [looked, setLooked] = useState<{ at: number; reached: number }>()
  const [busy, setBusy] = useState<Busy>()
  const [correcting, setCorrecting] = useState(false)
  /** The step at which the wizard was opened: whoever comes from another one begins at its heading. */
  const opened = useRef<number>(undefined)
  if (!dossier || !items) {
    // A device that can't be read must not look like one that is slow.
    return (
      <>
        {/* The line above the heading has its place kept. */}
        <Head title={wizardText.title} pending={!trouble} where={<p className="where">{'\u00a0'}</p>}>
          <Stepper plan={plan} shown={undefined} reached={0} onShow={() => undefined} />
        </Head>
        <div className="body">
          {trouble ? (
            <Alert tone="danger">{storageTroubleText[trouble]}</Alert>
          ) : (
            <>
              <Spinner label={commonText.loading} />
              <p className="hint">{wizardText.coming}</p>
            </>
          )}
        </div>
      </>
    )
  }

  if (dossier.handed) return handed(dossier.id)
  const reached = reachedStep(plan, items)
  opened.current ??= reached
  const resumed = found?.resumedAt !== undefined && opened.current === reached
  const { shown, stays } = shownStep(plan, reached, busy, looked)
  const step = plan.steps[shown]
  return (
    <>
      <Head
        title={titleOf(step)}
        page={`${titleOf(step)} – ${wizardText.title}`}
        mark={step?.kind === 'done' && <Seal />}
        where={
          <p className="where line wrap apart">
            <strong>{wizardText.stepOf(shown + 1, plan.steps.length)}</strong>
            <Kept draft={draft} trouble={trouble} empty={Object.keys(dossier.answers).length === 0} />
          </p>
        }
      >
        <Stepper plan={plan} shown={shown} reached={reached} onShow={at => setLooked({ at, reached })} />
        {step?.kind === 'done' && <DoneHead step={step} />}
      </Head>
      <div className="body">
        {trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>}
        <DraftNotice found={found} ended={step?.kind === 'done'} />
        {step && (
          <StepOf
            plan={plan}
            step={step}
            enrolment={{ dossier, items, draft, calls }}
            goesOn={correcting ? 'phone' : resumed ? 'first' : undefined}
            onCorrect={() => setCorrecting(true)}
            ended={shown < reached && !(step.kind === 'documents' && stays)}
            onBusy={setBusy}
          />
        )}
        {/* Below: what comes by itself moves no row under a thumb. */}
        {(step?.kind === 'identity' || step?.kind === 'documents') && (
          <AskedCode dossier={dossier.id} matricule={dossier.answers.matricule ?? ''} items={items} />
        )}
        {step && foot?.(step.kind, resumed)}
      </div>
    </>
  )
}

interface StepProps {
  plan: WizardPlan
  step: Step
  enrolment: Enrolment
  goesOn: 'phone' | 'first' | undefined
  onCorrect(): void
  ended: boolean
  onBusy(busy: Busy): void
}

function StepOf({ plan, step, enrolment, goesOn, onCorrect, ended, onBusy }: StepProps) {
  switch (step.kind) {
    case 'identity':
      return <IdentityStepForm step={step} enrolment={enrolment} ended={ended} goesOn={goesOn} />
    case 'code':
      return <CodeStep enrolment={enrolment} ended={ended} resumed={goesOn === 'first'} onCorrect={onCorrect} />
    case 'documents':
      return <DocumentsStep step={step} enrolment={enrolment} ended={ended} onBusy={onBusy} />
    case 'done': {
      const documents = plan.steps.flatMap(other => (other.kind === 'documents' ? other.documents : []))
      return <DoneStep step={step} enrolment={enrolment} documents={documents} />
    }
  }
}
