import { type KeyboardEvent, useEffect, useRef } from 'react'
import * as wizardText from './text.ts'
import { stepAfterKey, type WizardPlan } from './wizard.ts'

interface StepperProps {
  plan: WizardPlan
  /** Absent while the draft is still being read: nobody is told of a step at which the wizard may not stand. */
  shown: number | undefined
  reached: number
  onShow(step: number): void
}

/** Section 2: headers can't be clicked; arrow keys move between the steps that may be left, from inside them only. */
export function Stepper({ plan, shown, reached, onShow }: StepperProps) {
  const current = useRef<HTMLLIElement>(null)
  const walked = useRef(false)
  useEffect(() => {
    // After the new step's heading, which takes the focus of every other change.
    if (walked.current && shown !== undefined) queueMicrotask(() => current.current?.focus({ preventScroll: true }))
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
            {index + 1} {step.title} {index < reached && wizardText.stepEnded}
          </span>
        </li>
      ))}
    </ol>
  )
}
