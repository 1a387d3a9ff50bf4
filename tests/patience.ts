/** How long a test waits for what must come, in milliseconds, wherever it has no reason for longer. */
export const patienceMs = 15_000
