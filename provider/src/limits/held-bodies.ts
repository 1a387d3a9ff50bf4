import type { Socket } from 'node:net'
import { bodyBytes } from './limits.ts'
import { Holdings, sharedOut } from './share.rule.ts'

/** The client of a request body. */
export interface Sender {
  network: string
  socket: Socket
  /** Called when the client held memory without using it. */
  hoards(): void
}

/** What one request holds of the memory shared by all bodies. */
export class HeldBody {
  kept = 0
  /** True once the body is complete: from then on the client waits for us. */
  isWhole = false
  private sinceMoved = 0
  private movedAt = performance.now()

  constructor(
    readonly sender: Sender,
    private readonly bodies: HeldBodies,
  ) {}

  take(bytes: number): boolean {
    if (!this.bodies.makeRoom(this, bytes)) return false
    this.kept += bytes
    this.sinceMoved += bytes
    // 3 KB for 7 MB: in ten seconds, a third of the slowest phone's.
    if (this.sinceMoved >= Math.max(1024, this.kept / 2048)) {
      this.sinceMoved = 0
      this.movedAt = performance.now()
    }
    return true
  }

  giveBack(bytes = this.kept): void {
    const given = Math.min(bytes, this.kept)
    this.bodies.holdings.add(this.sender.network, -given)
    this.kept -= given
  }

  get hasStalled(): boolean {
    return !this.isWhole && performance.now() - this.movedAt > bodyBytes.stalledMs
  }
}

/**
 * Bodies in memory, until they are answered. A network beyond its share has none of the last
 * quarter. Where room is missing, the greatest that has stalled gives way, of networks beyond
 * their share.
 */
export class HeldBodies {
  readonly holdings = new Holdings()
  private readonly bodies = new Set<HeldBody>()

  open(sender: Sender): HeldBody {
    const body = new HeldBody(sender, this)
    this.bodies.add(body)
    return body
  }

  close(body: HeldBody): void {
    body.giveBack()
    this.bodies.delete(body)
  }

  /** The used part of the memory, from 0 to 1. */
  get fullness(): number {
    return this.holdings.together / bodyBytes.together
  }

  makeRoom({ sender, kept }: HeldBody, bytes: number): boolean {
    this.holdings.add(sender.network, bytes)
    for (;;) {
      const isBeyond = this.holdings.beyond(bodyBytes.together * sharedOut)
      if (!isBeyond || (this.fullness <= 1 && !isBeyond(sender.network))) return true
      const [greatest] = [...this.bodies]
        .filter(body => body.hasStalled && body.kept > kept && isBeyond(body.sender.network))
        .sort((one, other) => other.kept - one.kept)
      if (!greatest) {
        if (isBeyond(sender.network)) sender.hoards()
        this.holdings.add(sender.network, -bytes)
        return false
      }
      greatest.sender.hoards()
      greatest.giveBack()
      greatest.sender.socket.destroy()
    }
  }
}

/** All bodies of this process. */
export const heldBodies = new HeldBodies()
