import type { Socket } from 'node:net'
import { type ClientAddress, networkOf } from './address.ts'
import { bodyBytes } from './limits.ts'
import { Holdings, sharedOut } from './share.rule.ts'

/** The client of a request body. */
export interface Sender {
  address: ClientAddress
  socket: Socket
  /** Called when the client held memory without using it. */
  hoards(): void
}

/**
 * The progress demanded grows with the memory held: for 7 MB it is 3 KB in ten seconds, a third of
 * the slowest phone's.
 */
const leastPiece = 1024
const piecesOfWhole = 2048

/** What one request holds of the memory shared by all bodies. */
export class HeldBody {
  readonly network: string
  kept = 0
  /** When the last demanded amount was complete. */
  movedAt = performance.now()
  private sinceMoved = 0
  /** True once the body is complete: from then on the client waits for us. */
  isWhole = false

  constructor(
    readonly sender: Sender,
    private readonly bodies: HeldBodies,
  ) {
    this.network = networkOf(sender.address)
  }

  take(bytes: number): boolean {
    if (!this.bodies.makeRoom(this, bytes)) return false
    this.kept += bytes
    this.sinceMoved += bytes
    if (this.sinceMoved < Math.max(leastPiece, this.kept / piecesOfWhole)) return true
    this.sinceMoved = 0
    this.movedAt = performance.now()
    return true
  }

  giveBack(bytes = this.kept): void {
    const given = Math.min(bytes, this.kept)
    this.bodies.holdings.add(this.network, -given)
    this.kept -= given
  }

  cut(): void {
    this.sender.hoards()
    this.giveBack()
    this.sender.socket.destroy()
  }
}

/**
 * Bodies in memory, until they are answered. A network beyond its share has none of the last
 * quarter. When there is no memory left for a body, the greatest body that has stalled gives way,
 * of networks beyond their share.
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

  makeRoom(asking: HeldBody, bytes: number): boolean {
    const shared = bodyBytes.together * sharedOut
    this.holdings.add(asking.network, bytes)
    while (this.holdings.together > shared) {
      const isBeyond = this.holdings.beyond(shared)
      const isAskingBeyond = isBeyond(asking.network)
      if (!isAskingBeyond && this.holdings.together <= bodyBytes.together) break
      const [greatest] = [...this.bodies]
        .filter(body => isBeyond(body.network) && hasStalled(body) && body.kept > asking.kept)
        .sort((one, other) => other.kept - one.kept)
      if (!greatest) {
        this.holdings.add(asking.network, -bytes)
        if (isAskingBeyond) asking.sender.hoards()
        return false
      }
      greatest.cut()
    }
    return true
  }
}

const hasStalled = ({ isWhole, movedAt }: HeldBody) =>
  !isWhole && performance.now() - movedAt > bodyBytes.stalledMs

/** All bodies of this process. */
export const heldBodies = new HeldBodies()
