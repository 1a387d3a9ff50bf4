import { createState } from '../platform/signals.ts'
import type { Problem } from './problem.ts'

/** Whether the provider can be reached, as the calls have found out; `navigator.onLine` knows only the antenna. */
export type Connectivity = 'unknown' | 'reached' | 'away' | 'captive'

export const {
  get: currentConnectivity,
  set: become,
  subscribe: watchConnectivity,
} = createState<Connectivity>('unknown')

/** A call was answered, by the provider or by its own server, or it was not. */
export function learnConnectivity(problem: Problem | undefined): void {
  if (!problem || problem.kind === 'http') become('reached')
  else if (problem.kind === 'captive') become('captive')
  // A call that was cancelled has found out nothing, and an incomplete answer is no missing network.
  else if (problem.kind !== 'cancelled' && problem.kind !== 'contract') become('away')
}

/** The antenna's word: losing it is certain, having it proves nothing. */
export function linkLost(): void {
  become('away')
}
export function linkBack(): void {
  become('unknown')
}

/** Whether the server no longer has a file of this build. A captive portal or a dead line says nothing about that. */
export async function isGone(file: string): Promise<boolean> {
  const { status } = await fetch(file, { method: 'HEAD', cache: 'no-store' })
  return status === 404 || status === 410
}
