import { describeJourneys } from './setup/journeys.ts'

describeJourneys('PGlite', () => undefined)
