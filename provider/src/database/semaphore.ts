/** Lets a limited number of callers run at once, in the order of their arrival. */
export class Semaphore {
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
      // The place passes straight to the next in line, so that no newcomer can take it.
      if (next) next()
      else this.inside -= 1
    }
  }
}
