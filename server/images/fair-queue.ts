import { type ClientAddress, networkOf } from '../address.ts'

/** Whose photograph it is. */
export interface Owner {
  address: ClientAddress
  matricule: string
  /** From an address of which much came that was no photograph. */
  isSuspect: boolean
}

type Enter = () => void

/** Whoever of these had no turn for longest comes first; each of them may be several, who take turns among each other. */
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
    // A Map keeps insertion order: who had a turn goes to its end.
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

/** So often the suspects come first: behind one address with them there may be a campus. */
const suspectsTurn = 8

/**
 * Lets a few work at a time. Who waits comes in turn by network, within it by address, and there by student: a flood from
 * one network delays another one by no more than the work being done, and a stranger's at one address by a turn.
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
      // The place goes straight to the next in turn: nobody slips in between.
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
