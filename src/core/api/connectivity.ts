import { createState } from '../platform/signals.ts'
import type { Problem } from './problem.ts'

/**
 * Whether the provider can be reached, judged by real calls; `navigator.onLine` knows only the link
 * state.
 */
export type Connectivity = 'unknown' | 'reached' | 'away' | 'captive'

export const {
  get: currentConnectivity,
  set: setConnectivity,
  subscribe: watchConnectivity,
} = createState<Connectivity>('unknown')

/**
 * Milliseconds between two questions to a provider that can't be reached, while the page is
 * visible.
 */
export const askAgainMs = 30_000

/**
 * Learns from a call's outcome: an answer, also an HTTP error, proves that the provider's server
 * was reached.
 */
export function learnConnectivity(problem: Problem | undefined): void {
  if (!problem || problem.kind === 'http') setConnectivity('reached')
  else if (problem.kind === 'captive') setConnectivity('captive')
  // A cancelled call proves nothing, and an incomplete answer does not mean that there is no
  // network.
  else if (problem.kind !== 'cancelled' && problem.kind !== 'contract') setConnectivity('away')
}

/** The browser's link state: a lost link is certain, a link that is back proves no connection. */
export function noteLinkLost(): void {
  setConnectivity('away')
}
export function noteLinkBack(): void {
  setConnectivity('unknown')
}

/** Milliseconds: a hotspot is near. */
const nearMs = 5_000

/**
 * Whether a hotspot sends every request to its own page: a call cannot follow to another origin,
 * and looks like one without a network.
 */
export async function isRedirected(): Promise<boolean> {
  const far = new AbortController()
  const timer = setTimeout(() => far.abort(), nearMs)
  try {
    const { type } = await fetch('/manifest.webmanifest', {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'manual',
      signal: far.signal,
    })
    return type === 'opaqueredirect'
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
