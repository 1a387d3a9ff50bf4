import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useReducer, useState } from 'react'
import type { Step } from '../features/enrolment/wizard.ts'
import { Spinner } from '../ui/static-parts.tsx'
import * as uiText from '../ui/text.ts'

/** The parts that an enrolment does not need, as one chunk, loaded after everything that an enrolment needs. */
export const loadParts = () => import('./optional-screens.tsx')

export type LazyParts = Awaited<ReturnType<typeof loadParts>>

/** Parts that a screen does not need: loaded after it; undefined until then, or if the network fails. */
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

/** The names of the lazy parts that are components. */
type Part = { [N in keyof LazyParts]: LazyParts[N] extends ComponentType ? N : never }[keyof LazyParts]

/** Draws a lazy part; draws nothing until it is loaded, or if it can't be loaded. */
export function LazyPart({ of }: { of: Part }) {
  const Part = useLazyParts()?.[of]
  return Part ? <Part /> : null
}

/** Drawn in place of a dossier that was transferred to another device; loaded only if there is one. */
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

/** A counter: used as a React key, it makes a screen read the disk again. */
export const useVisits = () => useReducer((visits: number) => visits + 1, 0)

/** Drawn below the wizard's steps. */
export const wizardFooter = (at: Step['kind'], resumed: boolean) => (
  <>
    {at === 'documents' && <LazyPart of="TellMe" />}
    {at === 'done' ? <LazyPart of="ToInstall" /> : resumed && <LazyPart of="HowLong" />}
  </>
)
