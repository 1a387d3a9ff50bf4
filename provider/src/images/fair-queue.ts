import { heavyPictureMs } from '../limits/limits.ts'
import { type ClientAddress, networkOf } from '../limits/who.ts'

/** The sender of a photograph. */
export interface Owner {
  address: ClientAddress
  student: string
  /** The address has sent many uploads that are no photographs. */
  isSuspect: boolean
}

interface Waiting {
  path: readonly string[]
  promisedMs: number
  enter: () => void
}

/**
 * Gives the turn to the part that has had the least time; each part is itself such a line. Time
 * counts while others wait, so that there is neither debt nor credit for when none did.
 */
class Line {
  private readonly parts = new Map<string, Line>()
  private readonly waiting: Waiting[] = []
  private count = 0
  private hadMs = 0
  /** What each part would have had by now with equal time for all that wait. */
  private fairMs = 0

  push([first, ...rest]: readonly string[], one: Waiting): void {
    if (first === undefined) this.waiting.push(one)
    else this.part(first).push(rest, one)
    this.count += 1
  }

  take(except?: string): Waiting | undefined {
    let next: Line | undefined
    for (const [key, part] of this.parts) {
      if (part.count === 0) {
        if (part.hadMs <= this.fairMs) this.parts.delete(key)
      } else if (key !== except && (!next || part.hadMs < next.hadMs)) next = part
    }
    const one = next ? next.take() : this.waiting.shift()
    if (one) this.count -= 1
    if (next) this.fairMs = Math.max(this.fairMs, next.hadMs)
    return one
  }

  charge([first, ...rest]: readonly string[], ms: number, times = 1): void {
    if (first === undefined) return
    const part = this.part(first)
    part.hadMs += ms * times
    const sharing = [...this.parts.values()].filter(other => other === part || other.count > 0)
    this.fairMs += ms / sharing.length
    part.charge(rest, ms)
  }

  private part(key: string): Line {
    const part = this.parts.get(key) ?? new Line()
    if (part.count === 0) part.hadMs = Math.max(part.hadMs, this.fairMs)
    this.parts.set(key, part)
    return part
  }
}

/** Beside usual pictures the others get a ninth of the time: a campus may share their address. */
const othersPay = 8

export const isHeavy = (promisedMs: number): boolean => promisedMs > heavyPictureMs

/**
 * Limits how many run at once, one place being for those that are not heavy. Waiting uploads get
 * equal time by network, within it by address, then by student: what the header promises, or what
 * it took if that is more.
 */
export class FairQueue {
  private inside = 0
  private heavyInside = 0
  private readonly line = new Line()

  constructor(
    private readonly places: number,
    private readonly now = () => performance.now(),
  ) {}

  async run<Result>(
    { address, student, isSuspect }: Owner,
    promisedMs: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const kind = isHeavy(promisedMs) ? 'heavy' : isSuspect ? 'suspect' : 'usual'
    const path = [kind, networkOf(address), address.key, student]
    await new Promise<void>(enter => {
      this.line.push(path, { path, promisedMs, enter })
      this.admit()
    })
    const began = this.now()
    try {
      return await work()
    } finally {
      this.pay(path, Math.max(0, this.now() - began - promisedMs))
      this.inside -= 1
      if (kind === 'heavy') this.heavyInside -= 1
      this.admit()
    }
  }

  private admit(): void {
    while (this.inside < this.places) {
      const mayBeHeavy = this.heavyInside < Math.max(1, this.places - 1)
      const next = this.line.take(mayBeHeavy ? undefined : 'heavy')
      if (!next) return
      this.inside += 1
      if (next.path[0] === 'heavy') this.heavyInside += 1
      this.pay(next.path, next.promisedMs)
      next.enter()
    }
  }

  private pay(path: readonly string[], ms: number): void {
    this.line.charge(path, ms, path[0] === 'usual' ? 1 : othersPay)
  }
}
