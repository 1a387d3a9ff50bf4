/** Milliseconds: so long a student waits for a disk that does not answer, without a word. */
export const silentMs = 10_000

let isFailing = false
const waiting = new Set<() => void>()

/** Whether the database can not be opened, on several tries: `within` does not wait for it then. */
export function setFailing(fails: boolean): void {
  isFailing = fails
  if (fails) for (const end of waiting) end()
}

/**
 * @throws TimeoutError for a disk that has not answered by then, or fails; the work itself goes on
 */
export const within = <R>(work: Promise<R>, ms = silentMs): Promise<R> =>
  new Promise((resolve, reject) => {
    const end = () => reject(new DOMException('', 'TimeoutError'))
    const silence = setTimeout(end, isFailing ? 0 : ms)
    waiting.add(end)
    void work.then(resolve, reject).finally(() => {
      clearTimeout(silence)
      waiting.delete(end)
    })
  })
