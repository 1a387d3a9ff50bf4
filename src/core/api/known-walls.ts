import type { Wall, Walls } from '../../spec/walls.ts'
import { createState } from '../platform/signals.ts'
import type { Bases } from './settings.ts'

export const {
  get: currentWalls,
  set: setWalls,
  subscribe: watchWalls,
} = createState<Walls>({ at: 0, network: '', of: {} })

/** Milliseconds: what was learned longer ago is tried again. */
const goodMs = 4 * 3_600_000

interface Device {
  navigator?: { connection?: { type?: string } }
}

const network = (): string => (globalThis as Device).navigator?.connection?.type ?? ''

function known(): Walls['of'] {
  const { at, network: where, of } = currentWalls()
  return where === network() && Math.abs(Date.now() - at) < goodMs ? of : {}
}

/** What is known not to pass to a base on this network. */
export const wallOf = (base: keyof Bases): Wall => known()[base] ?? {}

export function learnWall(base: keyof Bases, wall: Wall): void {
  const of = { ...known(), [base]: { ...wallOf(base), ...wall } }
  setWalls({ at: Date.now(), network: network(), of })
}
