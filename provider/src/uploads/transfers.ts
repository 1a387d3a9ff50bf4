/** One request that sends to an upload. */
interface Transfer {
  /** True while its bytes may still come. */
  readonly isComing: boolean
  cut(): void
}

/**
 * The requests of this process that send to an upload, one for each. A phone that lost its
 * connection asks again while the server still waits for bytes of the earlier request: the newer
 * request ends that one.
 */
export class Transfers {
  private readonly current = new Map<string, { transfer: Transfer; done: Promise<unknown> }>()

  /** Runs `work` once the earlier request has ended; its place is taken at once. */
  async run<Result>(
    token: string,
    transfer: Transfer,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const earlier = this.end(token)
    const result = earlier.then(work)
    const own = { transfer, done: result.catch(() => undefined) }
    this.current.set(token, own)
    try {
      return await result
    } finally {
      if (this.current.get(token) === own) this.current.delete(token)
    }
  }

  /** Until what has come is stored. An answer in preparation is waited for. */
  async end(token: string): Promise<void> {
    const current = this.current.get(token)
    if (current?.transfer.isComing) current.transfer.cut()
    await current?.done
  }
}
