import type { ComponentProps, ComponentType } from 'react'
import type { Step } from '../features/enrolment/wizard.ts'
import { PartMissing } from '../ui/feedback.tsx'
import { Spinner } from '../ui/static-parts.tsx'
import * as uiText from '../ui/text.ts'
import { useLazyPart } from '../ui/use-lazy-part.ts'

/**
 * The parts that an enrolment does not need, as one chunk, loaded after all that it needs
 * (build/stages.ts).
 */
export const loadOptional = () => import('./optional-screens.tsx')

type OptionalParts = Awaited<ReturnType<typeof loadOptional>>

/** The names of the optional parts that are components without props. */
export type OptionalName = {
  [N in keyof OptionalParts]: OptionalParts[N] extends ComponentType ? N : never
}[keyof OptionalParts]

/** A hint that a screen does without: drawn once it has come. */
export function OptionalPart({ of }: { of: OptionalName }) {
  const Part = useLazyPart(loadOptional).part?.[of]
  return Part ? <Part /> : null
}

type TransferredProps = ComponentProps<OptionalParts['TransferredScreen']> & {
  as: 'TransferredScreen' | 'TransferredCard'
}

/**
 * Drawn in place of a dossier that was transferred to another device; loaded only if there is one.
 */
export function Transferred({ as, ...props }: TransferredProps) {
  const { part, retry } = useLazyPart(loadOptional)
  const Part = part?.[as]
  if (Part) return <Part {...props} />
  return <PartMissing retry={retry} meanwhile={<Spinner label={uiText.onItsWay} />} />
}

/** Drawn below the wizard's steps. */
export const wizardFooter = (at: Step['kind'], resumed: boolean) => (
  <>
    {at === 'documents' && <OptionalPart of="TellMe" />}
    {at === 'done' ? <OptionalPart of="ToInstall" /> : resumed && <OptionalPart of="HowLong" />}
  </>
)
