/** Transactions that have begun and have neither completed nor aborted. */
const unfinished = new Set<IDBTransaction>()
/** Set while the page is left or frozen: new transactions wait for it. */
let absence: Promise<void> | undefined
let absences = 0

export function trackTransaction(transaction: IDBTransaction): void {
  unfinished.add(transaction)
  for (const end of ['complete', 'abort'])
    transaction.addEventListener(end, () => unfinished.delete(transaction))
}

/**
 * Browsers freeze a page that is left for the back/forward cache, or long out of sight: an
 * unfinished transaction keeps its stores locked, and every other page waits for it. So
 * `abortAllUntil` aborts all of them, and none begins until the page is back.
 * @param untilBack resolves when the page comes back
 */
export function abortAllUntil(untilBack: Promise<unknown>): void {
  absences += 1
  absence = untilBack.then(() => {
    absence = undefined
  })
  for (const transaction of unfinished) abortTransaction(transaction)
}

export const pendingReturn = (): Promise<void> | undefined => absence

/** How often the page was away: what it was at meanwhile was aborted, and begins again. */
export const countAbsences = (): number => absences

export function abortTransaction(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}
