import { type ComponentProps, lazy, Suspense } from 'react'
import { Spinner } from '../ui/spinner.tsx'
import * as uiText from '../ui/text.ts'
import { loadHand } from './load-hand.ts'

/** What stands in the place of a dossier that goes on elsewhere: its code comes only where there is one. */
const Screen = lazy(async () => ({ default: (await loadHand()).handed.HandedScreen }))
const Card = lazy(async () => ({ default: (await loadHand()).handed.HandedCard }))

export function HandedScreen(props: ComponentProps<typeof Screen>) {
  return (
    <Suspense fallback={<Spinner label={uiText.onItsWay} />}>
      <Screen {...props} />
    </Suspense>
  )
}

export function HandedCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense fallback={<Spinner label={uiText.onItsWay} />}>
      <Card {...props} />
    </Suspense>
  )
}
