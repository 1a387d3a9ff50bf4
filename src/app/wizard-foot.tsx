import type { Step } from '../features/enrolment/wizard.ts'
import { HandPart } from './hand-part.tsx'

/** Below the wizard's steps. */
export const wizardFoot = (at: Step['kind'], resumed: boolean) => (
  <>
    {at === 'documents' && <HandPart of="TellMe" />}
    {at === 'done' ? <HandPart of="ToInstall" /> : resumed && <HandPart of="HowLong" />}
  </>
)
