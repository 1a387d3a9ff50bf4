/** Lets a few through at a time, in the order of their coming. */
export class Turnstile {
  private inside = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly places: number) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.inside >= this.places) await new Promise<void>(enter => this.waiting.push(enter))
    else this.inside += 1
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      // The place goes straight to the next in line: nobody slips in between.
      if (next) next()
      else this.inside -= 1
    }
  }
}

/** One turnstile a key: the work on one matricule happens in order, other matricules do not wait for it. */
export class Turnstiles {
  private readonly byKey = new Map<string, { gate: Turnstile; users: number }>()

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const entry = this.byKey.get(key) ?? { gate: new Turnstile(1), users: 0 }
    this.byKey.set(key, entry)
    entry.users += 1
    try {
      return await entry.gate.run(work)
    } finally {
      entry.users -= 1
      if (entry.users === 0) this.byKey.delete(key)
    }
  }
}
