import {
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { StorageTrouble } from '../../core/db/database.ts'
import type { Busy } from '../../documents/ui/documents-list.tsx'
import { AskedCode } from '../../outbox/ui/asked-code.tsx'
import { FromDisk } from '../../outbox/ui/from-disk.tsx'
import { meanwhile } from '../../outbox/ui/news-text.ts'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import { useLost, useMemoryOnly } from '../../outbox/use-outbox.ts'
import { Alert } from '../../ui/feedback.tsx'
import { formatAge, sentences } from '../../ui/format.ts'
import { Head } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CodeStep } from './code-step.tsx'
import { DocumentsStep } from './documents-step.tsx'
import { Done, DoneHead, DoneStep, stepTitle } from './done-step.tsx'
import type { Draft, Found } from './draft.ts'
import { IdentityStepForm } from './identity-step.tsx'
import * as wizardText from './text.ts'
import { type Enrolment, useEnrolment } from './use-enrolment.ts'
import { reachedStep, type Step, shownStep, stepAfterKey, type WizardPlan } from './wizard.ts'

interface ScreenProps {
  plan: WizardPlan
  /** Content below a step that loads late: it must not move what the student is filling in. */
  foot?(at: Step['kind'], resumed: boolean): ReactElement | false
  /** Replaces the step while the dossier is transferred to another device. */
  transferred(dossier: string, onBack: () => void): ReactElement
}

/** The wizard: the draft and the outbox determine the current step, the plan what it shows. */
export function EnrolmentScreen({ plan, foot, transferred }: ScreenProps) {
  const { draft, calls, dossier, items, found, trouble } = useEnrolment(plan)
  const [looked, setLooked] = useState<{ at: number; reached: number }>()
  const [busy, setBusy] = useState<Busy>()
  const [correcting, setCorrecting] = useState(false)
  /** The form was there before the disk was read: what is told of it must not move it. */
  const [isAhead] = useState(dossier !== undefined)
  /** The step at which the wizard was opened: on any later step the focus starts at the heading. */
  const opened = useRef<number>(undefined)
  if (!dossier || !items) {
    // A device whose disk can't be read must not look like a slow one.
    return (
      <>
        {/* Reserves the height of the line above the heading. */}
        <Head
          title={wizardText.title}
          pending={!trouble}
          where={<p className="where">{'\u00a0'}</p>}
        >
          <Stepper plan={plan} shown={undefined} reached={0} onShow={() => undefined} />
        </Head>
        <div className="body">
          {trouble ? (
            <Alert tone="danger">{storageTroubleText[trouble]}</Alert>
          ) : (
            <FromDisk hint={wizardText.coming} />
          )}
        </div>
      </>
    )
  }

  if (dossier.transferred) return transferred(dossier.id, draft.flush)
  const reached = reachedStep(plan, items)
  opened.current ??= reached
  const resumed = found?.resumedAt !== undefined && opened.current === reached
  const { shown, stays } = shownStep(plan, reached, busy, looked)
  const step = plan.steps[shown]
  return (
    <>
      <Head
        title={stepTitle(step)}
        page={`${stepTitle(step)} – ${wizardText.title}`}
        mark={step?.kind === 'done' && <Done />}
        where={
          <p className="where line wrap apart">
            <strong>{wizardText.stepOf(shown + 1, plan.steps.length)}</strong>
            <Kept
              draft={draft}
              trouble={trouble}
              empty={Object.keys(dossier.answers).length === 0}
            />
          </p>
        }
      >
        <Stepper
          plan={plan}
          shown={shown}
          reached={reached}
          onShow={at => setLooked({ at, reached })}
        />
        {step?.kind === 'done' && <DoneHead step={step} />}
      </Head>
      <div className="body">
        {trouble && <Alert tone="danger">{storageTroubleText[trouble]}</Alert>}
        {!isAhead && <DraftNotice found={found} ended={step?.kind === 'done'} />}
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
        {isAhead && <DraftNotice found={found} ended={step?.kind === 'done'} />}
        {/* Below the rows: it appears by itself, and must move no row under a thumb. */}
        {(step?.kind === 'identity' || step?.kind === 'documents') && (
          <AskedCode
            dossier={dossier.id}
            matricule={dossier.answers.matricule ?? ''}
            items={items}
          />
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
      return (
        <CodeStep
          enrolment={enrolment}
          ended={ended}
          resumed={goesOn === 'first'}
          onCorrect={onCorrect}
        />
      )
    case 'documents':
      return <DocumentsStep step={step} enrolment={enrolment} ended={ended} onBusy={onBusy} />
    case 'done': {
      const documents = plan.steps.flatMap(other =>
        other.kind === 'documents' ? other.documents : [],
      )
      return <DoneStep step={step} enrolment={enrolment} documents={documents} />
    }
  }
}

interface StepperProps {
  plan: WizardPlan
  /**
   * Undefined while the draft is still being read: do not announce a step that may be the wrong
   * one.
   */
  shown: number | undefined
  reached: number
  onShow(step: number): void
}

/**
 * Section 2: headers can't be clicked; arrow keys move between the steps that may be left, from
 * inside them only.
 */
function Stepper({ plan, shown, reached, onShow }: StepperProps) {
  const current = useRef<HTMLLIElement>(null)
  const walked = useRef(false)
  useEffect(() => {
    // Runs after the new step's heading, which otherwise takes the focus.
    if (walked.current && shown !== undefined)
      queueMicrotask(() => current.current?.focus({ preventScroll: true }))
    walked.current = false
  }, [shown])
  const onKeyDown = (event: KeyboardEvent) => {
    if (shown === undefined) return
    const next = stepAfterKey(event.key, shown, reached)
    if (next === shown) return
    event.preventDefault()
    walked.current = true
    onShow(next)
  }
  return (
    <ol className="steps" aria-label={wizardText.steps} onKeyDown={onKeyDown}>
      {plan.steps.map((step, index) => (
        <li
          key={step.title}
          ref={index === shown ? current : undefined}
          className={index < reached && index !== shown ? 'on' : undefined}
          aria-current={index === shown ? 'step' : undefined}
          tabIndex={index === shown ? 0 : -1}
        >
          <span className="vh">
            {sentences(index + 1, step.title, index < reached && wizardText.stepEnded)}
          </span>
        </li>
      ))}
    </ol>
  )
}

interface NoticeProps {
  found: Found | undefined
  /** The wizard is finished: there is nothing to continue. */
  ended: boolean
}

/** What the device still has of an earlier visit, and what it has lost. */
function DraftNotice({ found, ended }: NoticeProps) {
  const lost = useLost()
  if (!found) return null
  return (
    <>
      {found.gone && (
        <Alert tone={found.gone.refused > 0 ? 'warning' : 'success'}>{meanwhile(found.gone)}</Alert>
      )}
      {found.wiped && lost.every(({ answers }) => !answers) && (
        <Alert tone="danger">{wizardText.wiped}</Alert>
      )}
      {found.resumedAt !== undefined && !ended && (
        <Alert tone="info">{wizardText.resumed(formatAge(Date.now() - found.resumedAt))}</Alert>
      )}
    </>
  )
}

interface KeptProps {
  draft: Draft
  trouble: StorageTrouble | undefined
  empty: boolean
}

/**
 * Whether the answers are stored on this device. A component of its own, since it changes with
 * every letter.
 */
function Kept({ draft: { keeping }, trouble, empty }: KeptProps) {
  const busy = useSyncExternalStore(keeping.subscribe, keeping.get, keeping.get)
  const isLost = useMemoryOnly() !== undefined
  if (trouble || isLost)
    return <span>{trouble === 'full' ? wizardText.storageFull : wizardText.notSaved}</span>
  if (busy) return <span>{wizardText.beingSaved}</span>
  if (empty) return null
  return (
    <span>
      <Icon name="check" />
      <span>{` ${wizardText.allSaved}`}</span>
    </span>
  )
}
