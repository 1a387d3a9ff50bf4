/** Lets a few through at a time, in the order of their coming. */
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
      // The place goes straight to the next in line: nobody slips in between.
      if (next) next()
      else this.inside -= 1
    }
  }
}
