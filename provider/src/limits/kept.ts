/** Ages of a kept answer, in milliseconds. */
export interface Ages {
  /** Up to this age the answer is used as it is. */
  fresh: number
  /** Up to this age it is returned at once, while a new one is read in the background. */
  stale: number
  /** Beyond that, how long a caller waits for a busy database before it gets the older answer. */
  patience: number
}

/**
 * Caches answers that every student requests and an operator seldom changes. A change by another
 * process is visible after `stale`; one in this process at once, since it calls `forget`. When the
 * database is away, callers get its error.
 */
export class Kept<Value> {
  private answer: { value: Value; at: number } | undefined
  private reading: Promise<Value> | undefined
  /** Increases on `forget`: a read that started before must not restore the old answer. */
  private edition = 0

  constructor(
    private readonly read: () => Promise<Value>,
    private readonly now: () => Date,
    private readonly ages: Ages,
    private readonly isWorthIt: (value: Value) => boolean = () => true,
  ) {}

  async get(): Promise<Value> {
    const { answer, ages } = this
    if (!answer) return this.renew()
    // After a clock was set back, the answer must not count as fresh for that long.
    const age = Math.abs(this.now().getTime() - answer.at)
    if (age < ages.fresh) return answer.value
    const renewed = this.renew()
    if (age >= ages.stale) return within(ages.patience, renewed, answer.value)
    renewed.catch(() => undefined)
    return answer.value
  }

  /** All callers share one read. */
  renew(): Promise<Value> {
    this.reading ??= this.readOnce(this.edition)
    return this.reading
  }

  private async readOnce(edition: number): Promise<Value> {
    const at = this.now().getTime()
    const isCurrent = () => edition === this.edition
    try {
      const value = await this.read()
      if (isCurrent()) this.answer = this.isWorthIt(value) ? { value, at } : undefined
      return value
    } catch (error) {
      if (isCurrent()) this.answer = undefined
      throw error
    } finally {
      if (isCurrent()) this.reading = undefined
    }
  }

  forget(): void {
    this.edition += 1
    this.answer = undefined
    this.reading = undefined
  }
}

async function within<Value>(ms: number, coming: Promise<Value>, instead: Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Value>(settle => {
    timer = setTimeout(settle, ms, instead)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
