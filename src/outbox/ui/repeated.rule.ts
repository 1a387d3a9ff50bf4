import type { Item } from '../item.ts'

const often = 4
const longMs = 24 * 3_600_000

/** Its sending fails again and again: to wait on is not all that can be done. */
export function failsAgain({ state, attempts, createdAt }: Item, now: number): boolean {
  return state === 'waiting' && (attempts >= often || (attempts > 0 && now - createdAt > longMs))
}
