/** Under way, and neither read to its end nor committed. */
const unfinished = new Set<IDBTransaction>()
/** While the page is left, and may come back: whatever else it wants of the disk waits for that. */
let absence: Promise<void> | undefined

export function underWay(transaction: IDBTransaction): void {
  unfinished.add(transaction)
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => unfinished.delete(transaction))
}

/**
 * WebKit keeps a page that is left for the way back and stops it as it stands: a transaction that is not finished holds
 * its stores, and every later page waits for it. So all of them end here, and none begins.
 * @param untilBack resolves when the page comes back
 * @returns whether anything was given up
 */
export function letGo(untilBack: Promise<void>): boolean {
  absence = untilBack.then(() => {
    absence = undefined
  })
  const given = unfinished.size > 0
  for (const transaction of unfinished) abort(transaction)
  return given
}

export const untilHere = (): Promise<void> | undefined => absence

export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended by itself.
  }
}
