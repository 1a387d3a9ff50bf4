let previous: Promise<unknown> = Promise.resolve()

/** One picture is decoded at a time on this page: each takes tens of megabytes, and a cheap phone ends the page for two. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = previous.then(work)
  previous = turn.catch(() => undefined)
  return turn
}
