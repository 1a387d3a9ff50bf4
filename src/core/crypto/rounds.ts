import { codeKey } from './code-key.ts'
import { fewestRounds, roundsFor, trialRounds } from './rounds.rule.ts'

/** What this device bears, measured while the student still thinks of a code; without a measure the least. */
let measured: Promise<number> | undefined

export function measureRounds(): void {
  measured ??= measure().catch(() => fewestRounds)
}

export const roundsHere = async (): Promise<number> => (await measured) ?? fewestRounds

/** The better of two: whatever else a phone does meanwhile makes a trial longer, and nothing makes it shorter. */
async function measure(): Promise<number> {
  return roundsFor(Math.min(await trial(), await trial()))
}

async function trial(): Promise<number> {
  const since = performance.now()
  await codeKey('', new Uint8Array(16), trialRounds)
  return performance.now() - since
}
