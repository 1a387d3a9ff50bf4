import type { Patience } from '../../src/limits/limits.ts'

/** Long enough that a busy machine does not look like a slow client, short enough to be waited for. */
export const impatience = {
  headersTimeoutMs: 1500,
  idleTimeoutMs: 2000,
  paceWindowMs: 3000,
  paceWindowFullMs: 1000,
  paceBytes: 1024,
  keepAliveTimeoutMs: 1000,
  checkMs: 50,
  stopMs: 2500,
  stopGraceMs: 100,
} satisfies Partial<Patience>
