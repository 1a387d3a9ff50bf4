import { describeEveryScreen } from '../setup/every-screen.ts'
import { expectUsableInBothLights } from '../setup/looks.ts'

/** Usable by who can't see it, or sees it badly: axe's rules, and its colours in both schemes. */
await describeEveryScreen({
  title: 'no screen shuts a student out in either colour scheme',
  look: expectUsableInBothLights,
})
