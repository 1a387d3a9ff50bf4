import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useReducer, useState } from 'react'
import type { Step } from '../features/enrolment/wizard.ts'
import { Spinner } from '../ui/feedback.tsx'
import * as uiText from '../ui/text.ts'

/** What an enrolment can do without, as one file of its own: it comes after everything that an enrolment needs. */
const loadParts = () => import('./optional-screens.tsx')

export type LazyParts = Awaited<ReturnType<typeof loadParts>>

/** Parts that a screen can do without; they come behind it, and not at all over a network that fails. */
export function useLazyParts(): LazyParts | undefined {
  const [hand, setHand] = useState<LazyParts>()
  useEffect(() => {
    let left = false
    loadParts().then(
      parts => !left && setHand(parts),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return hand
}

/** Those that stand alone. */
type Part = { [N in keyof LazyParts]: LazyParts[N] extends ComponentType ? N : never }[keyof LazyParts]

/** A part of what comes to hand, in a screen that does without: until it has come, and where it does not, nothing. */
export function LazyPart({ of }: { of: Part }) {
  const Part = useLazyParts()?.[of]
  return Part ? <Part /> : null
}

/** What stands in the place of a dossier that goes on elsewhere: its code comes only where there is one. */
const Screen = lazy(async () => ({ default: (await loadParts()).transferred.TransferredScreen }))
const Card = lazy(async () => ({ default: (await loadParts()).transferred.TransferredCard }))

export function TransferredScreen(props: ComponentProps<typeof Screen>) {
  return (
    <Suspense fallback={<Spinner label={uiText.onItsWay} />}>
      <Screen {...props} />
    </Suspense>
  )
}

export function TransferredCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense fallback={<Spinner label={uiText.onItsWay} />}>
      <Card {...props} />
    </Suspense>
  )
}

/** As a key, it has a screen read anew what lies on the disk. */
export const useVisits = () => useReducer((visits: number) => visits + 1, 0)

/** Below the wizard's steps. */
export const wizardFooter = (at: Step['kind'], resumed: boolean) => (
  <>
    {at === 'documents' && <LazyPart of="TellMe" />}
    {at === 'done' ? <LazyPart of="ToInstall" /> : resumed && <LazyPart of="HowLong" />}
  </>
)
