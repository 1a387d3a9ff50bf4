import { createState } from '../../core/platform/state.ts'

/**
 * How often nobody was at a shared device any more. A lock counts what was open; a code that was typed and not sent has
 * to go as well where nothing was.
 */
export const handovers = createState(0)

export const handOver = (): void => handovers.set(handovers.get() + 1)
