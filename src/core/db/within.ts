/** Milliseconds: so long a student waits for a disk that does not answer, without a word. */
export const silentMs = 10_000

/** @throws TimeoutError for a disk that has not answered by then; the work itself goes on */
export const within = <R>(work: Promise<R>, ms = silentMs): Promise<R> =>
  new Promise((resolve, reject) => {
    const silence = setTimeout(() => reject(new DOMException('', 'TimeoutError')), ms)
    void work.then(resolve, reject).finally(() => clearTimeout(silence))
  })
