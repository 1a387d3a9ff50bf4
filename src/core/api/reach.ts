import { createState } from '../platform/state.ts'
import type { Problem } from './problem.ts'

/** Whether the provider can be reached, as the calls have found out; `navigator.onLine` knows only the antenna. */
export type Reach = 'unknown' | 'reached' | 'away' | 'captive'

export const { get: currentReach, set: become, subscribe: watchReach } = createState<Reach>('unknown')

/** A call was answered, by the provider or by its own server, or it was not. */
export function learnReach(problem: Problem | undefined): void {
  if (!problem || problem.kind === 'http') become('reached')
  else if (problem.kind === 'captive') become('captive')
  // A call that was cancelled has found out nothing, and an incomplete answer is no missing network.
  else if (problem.kind !== 'cancelled' && problem.kind !== 'contract') become('away')
}

/** The antenna's word: losing it is certain, having it proves nothing. */
export function antennaLost(): void {
  become('away')
}
export function antennaBack(): void {
  become('unknown')
}
