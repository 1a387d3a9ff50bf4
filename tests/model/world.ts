import { setImmediate as nextTurn } from 'node:timers'

interface Task {
  due: number
  order: number
  lane: string
  run(): void
}

/** Time, chance and everything that may happen next. Nothing here waits: the clock jumps to what is due. */
export class World {
  /** Milliseconds, as true time has it; a device's clock may differ. */
  now = Date.UTC(2026, 9, 1, 8)
  steps = 0
  /** So many lines of what happened last are told when a rule is broken. */
  told = 60
  /** The first invariant that did not hold. */
  broken: string | undefined
  readonly #begun = this.now
  readonly #story: Array<{ at: number; what: () => string }> = []
  readonly #waiting = new Set<Task>()
  readonly #lanes = new Map<string, number>()
  #order = 0
  #working = 0

  constructor(readonly chance: () => number) {}

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.chance() * (most - least + 1))
  }

  /** What stands in one lane happens in its order; everything else that is due at once, in any. */
  later(ms: number, run: () => void, lane?: string): () => void {
    const order = this.#order++
    let due = this.now + ms
    if (lane !== undefined) {
      due = Math.max(due, this.#lanes.get(lane) ?? 0)
      this.#lanes.set(lane, due)
    }
    const task: Task = { due, order, lane: lane ?? `#${order}`, run }
    this.#waiting.add(task)
    return () => this.#waiting.delete(task)
  }

  /** Work of another engine, whose own time counts for nothing: nothing else happens until it is done. */
  async meanwhile<T>(work: Promise<T>): Promise<T> {
    this.#working++
    try {
      return await work
    } finally {
      this.#working--
    }
  }

  /** Put into words only when somebody reads it. */
  tell(what: () => string): void {
    this.#story.push({ at: this.now, what })
  }

  violated(rule: string): void {
    this.tell(() => `✗ ${rule}`)
    this.broken ??= rule
  }

  /** Lets at most so many things happen within so much time. */
  async run(steps: number, ms: number): Promise<void> {
    const until = this.now + ms
    // What was called just now gets as far as its first await.
    await this.#turn()
    for (let step = 0; step < steps; step++) {
      this.verify()
      const task = this.#next(until)
      if (!task) break
      this.#waiting.delete(task)
      this.steps++
      task.run()
      await this.#turn()
    }
    this.verify()
  }

  /** @throws Violation when an invariant has not held */
  verify(): void {
    if (!this.broken) return
    const last = this.#story.slice(-this.told)
    const lines = last.map(({ at, what }) => `${((at - this.#begun) / 1000).toFixed(3)} s  ${what()}`)
    throw new Violation(this.broken, lines)
  }

  /** Every promise that can go on has gone on. */
  async #turn(): Promise<void> {
    do await new Promise<void>(resolve => nextTurn(resolve))
    while (this.#working > 0)
  }

  #next(until: number): Task | undefined {
    let soonest = Number.POSITIVE_INFINITY
    for (const { due } of this.#waiting) soonest = Math.min(soonest, due)
    if (soonest > until) {
      this.now = until
      return undefined
    }
    this.now = Math.max(this.now, soonest)
    const heads = new Map<string, Task>()
    // A Set keeps its order, so the first of each lane is the oldest.
    for (const task of this.#waiting) if (task.due <= this.now && !heads.has(task.lane)) heads.set(task.lane, task)
    const ready = [...heads.values()]
    return ready[this.between(0, ready.length - 1)]
  }
}

export class Violation extends Error {
  constructor(
    readonly rule: string,
    story: readonly string[],
  ) {
    super(`${rule}\n${story.join('\n')}`)
  }
}
