import { type ClientAddress, networkOf } from '../limits/address.ts'

/** The sender of a photograph. */
export interface Owner {
  address: ClientAddress
  matricule: string
  /** The address has sent many uploads that are no photographs. */
  isSuspect: boolean
}

type Enter = () => void

/**
 * Takes the part that has waited longest for a turn; each part is itself such a line, whose parts
 * take turns.
 */
class Line {
  private readonly parts = new Map<string, Line>()
  private readonly waiting: Enter[] = []

  push([first, ...rest]: readonly string[], enter: Enter): void {
    if (first === undefined) return void this.waiting.push(enter)
    const part = this.parts.get(first) ?? new Line()
    this.parts.set(first, part)
    part.push(rest, enter)
  }

  take(): Enter | undefined {
    // A Map keeps insertion order: a part that had its turn moves to the end.
    for (const [key, part] of this.parts) {
      const enter = part.take()
      this.parts.delete(key)
      if (!part.isEmpty) this.parts.set(key, part)
      return enter
    }
    return this.waiting.shift()
  }

  get isEmpty(): boolean {
    return this.parts.size === 0 && this.waiting.length === 0
  }
}

/** Every eighth turn goes to suspects first: a campus may share an address with them. */
const suspectsTurn = 8

/**
 * Limits how many run at once. Waiting uploads take turns by network, within it by address, then by
 * student: a flood delays other networks only by the work in progress, and an attacker at the same
 * address delays a student by one turn.
 */
export class FairQueue {
  private inside = 0
  private turns = 0
  private readonly trusted = new Line()
  private readonly suspects = new Line()

  constructor(private readonly places: number) {}

  async run<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> {
    if (this.inside >= this.places) await new Promise<void>(enter => this.wait(owner, enter))
    else this.inside += 1
    try {
      return await work()
    } finally {
      const next = this.next()
      // The place passes straight to the next in line, so that no newcomer can take it.
      if (next) next()
      else this.inside -= 1
    }
  }

  private wait({ address, matricule, isSuspect }: Owner, enter: Enter): void {
    const line = isSuspect ? this.suspects : this.trusted
    line.push([networkOf(address), address.key, matricule], enter)
  }

  private next(): Enter | undefined {
    this.turns += 1
    if (this.turns % suspectsTurn === 0) return this.suspects.take() ?? this.trusted.take()
    return this.trusted.take() ?? this.suspects.take()
  }
}
