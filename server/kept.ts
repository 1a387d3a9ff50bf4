/** In milliseconds. */
export interface Ages {
  /** Up to here an answer is as good as a new one. */
  fresh: number
  /** Up to here it is given at once, while a new one is read behind it. */
  stale: number
  /** How long who comes later waits for a database that is busy, before the older answer stands in. */
  patience: number
}

/**
 * What everybody asks for and an operator seldom changes, read by one for all. A change made elsewhere shows once it is
 * stale; in this process at once, since whoever makes it says `forget`. A database that is away is never covered up.
 */
export class Kept<Value> {
  private answer: { value: Value; at: number } | undefined
  private reading: Promise<Value> | undefined
  /** Counts what was forgotten: a reading that began before must not bring the old answer back. */
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
    // A clock that was set back must not keep an answer young for as long as that.
    const age = Math.abs(this.now().getTime() - answer.at)
    if (age < ages.fresh) return answer.value
    const renewed = this.renew()
    if (age >= ages.stale) return within(ages.patience, renewed, answer.value)
    renewed.catch(() => undefined)
    return answer.value
  }

  /** One reading for all who ask meanwhile. */
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
