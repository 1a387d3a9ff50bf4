import { useEffect, useRef } from 'react'
import * as wizardText from './text.ts'
import { stepAfterKey, type WizardPlan } from './wizard.ts'

interface StepperProps {
  plan: WizardPlan
  /** Absent while the draft is still being read: nobody is told of a step at which the wizard may not stand. */
  shown: number | undefined
  reached: number
  onShow(step: number): void
}

/** Section 2: headers can't be clicked; arrow keys move between the steps that may be left. */
export function Stepper({ plan, shown, reached, onShow }: StepperProps) {
  const current = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (shown === undefined) return
    const onKey = (event: KeyboardEvent) => {
      // Arrows belong to the field, list or dialog that has the focus; the steps have them where nothing else does.
      const target = event.target as Element
      const free = target === document.body || target.closest('.stepper') !== null
      const next = free ? stepAfterKey(event.key, shown, reached) : shown
      if (next === shown) return
      event.preventDefault()
      onShow(next)
      current.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [shown, reached, onShow])
  return (
    <ol className="stepper" aria-label={wizardText.steps}>
      {plan.steps.map((step, index) => (
        <li
          key={step.title}
          ref={index === shown ? current : undefined}
          aria-current={index === shown ? 'step' : undefined}
          data-wide={index === (shown ?? 0) || undefined}
          data-done={index < reached || undefined}
          tabIndex={index === shown ? 0 : -1}
        >
          <span className="step-number">{index + 1}</span>
          <span className="step-title">{step.title}</span>
          {index < reached && <span className="visually-hidden"> {wizardText.stepEnded}</span>}
        </li>
      ))}
    </ol>
  )
}
