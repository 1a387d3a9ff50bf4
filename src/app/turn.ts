/** Lets the page answer whoever touches it before the next piece of work begins. */
export const nextTurn = () => new Promise<void>(resolve => setTimeout(resolve))
