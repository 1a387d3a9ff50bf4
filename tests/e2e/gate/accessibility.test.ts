import { describeEveryScreen } from '../setup/every-screen.ts'

await describeEveryScreen()
