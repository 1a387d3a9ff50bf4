import type { Socket } from 'node:net'
import { bodyBytes } from './limits.ts'
import { type ClientAddress, networkOf } from './who.ts'

/** The client of a request body. */
export interface Sender {
  address: ClientAddress
  socket: Socket
  /** Called when the client held memory without using it. */
  hoards(): void
}

const now = () => performance.now()

/**
 * The progress demanded grows with the memory held: for 7 MB it is 3 KB in ten seconds, a third of
 * the slowest phone's.
 */
const leastPiece = 1024
const piecesOfWhole = 2048

/** What one request holds of the memory shared by all bodies. */
export class Share {
  kept = 0
  /** When the last demanded amount was complete. */
  movedAt = now()
  private sinceMoved = 0
  /** True once the body is complete: from then on the client waits for us. */
  isWhole = false

  constructor(
    readonly sender: Sender,
    private readonly bodies: HeldBodies,
  ) {}

  take(bytes: number): boolean {
    if (!this.bodies.makeRoom(this, bytes)) return false
    this.kept += bytes
    this.sinceMoved += bytes
    if (this.sinceMoved < Math.max(leastPiece, this.kept / piecesOfWhole)) return true
    this.sinceMoved = 0
    this.movedAt = now()
    return true
  }

  giveBack(bytes = this.kept): void {
    const given = Math.min(bytes, this.kept)
    this.bodies.giveBack(this, given)
    this.kept -= given
  }

  cut(): void {
    this.sender.hoards()
    this.giveBack()
    this.sender.socket.destroy()
  }
}

/**
 * Bodies in memory, until they are answered. A network may exceed its quarter only while the last
 * quarter is free. When no memory is left, clients that hold some without progress are cut for new
 * ones.
 */
export class HeldBodies {
  private held = 0
  private readonly shares = new Map<Socket, Share>()
  private readonly byNetwork = new Map<string, number>()

  open(sender: Sender): Share {
    const share = new Share(sender, this)
    this.shares.set(sender.socket, share)
    return share
  }

  close(share: Share): void {
    share.giveBack()
    if (this.shares.get(share.sender.socket) === share) this.shares.delete(share.sender.socket)
  }

  /** The body that this connection is sending, undefined when there is none. */
  of(socket: Socket): Share | undefined {
    return this.shares.get(socket)
  }

  /** The share of the memory in use, from 0 to 1. */
  get fullness(): number {
    return this.held / bodyBytes.together
  }

  makeRoom(share: Share, bytes: number): boolean {
    const network = networkOf(share.sender.address)
    const own = (this.byNetwork.get(network) ?? 0) + bytes
    const isBeyond = own > this.quarter
    const most = bodyBytes.together - (isBeyond ? this.quarter : 0)
    while (this.held + bytes > most) {
      const hoarder = this.greatestHoarder(share, isBeyond)
      if (!hoarder) {
        if (isBeyond) share.sender.hoards()
        return false
      }
      hoarder.cut()
    }
    this.held += bytes
    this.byNetwork.set(network, (this.byNetwork.get(network) ?? 0) + bytes)
    return true
  }

  giveBack({ sender: { address } }: Share, bytes: number): void {
    this.held -= bytes
    const network = networkOf(address)
    const left = (this.byNetwork.get(network) ?? 0) - bytes
    if (left > 0) this.byNetwork.set(network, left)
    else this.byNetwork.delete(network)
  }

  /**
   * The largest body that has stalled and is larger than the asking one, first of networks beyond
   * their quarter. A network beyond its quarter can only displace its own bodies: no flood can cut
   * other networks' uploads.
   */
  private greatestHoarder(asking: Share, isBeyond: boolean): Share | undefined {
    const since = now() - bodyBytes.stalledMs
    const stalled = [...this.shares.values()].filter(
      share => !share.isWhole && share.kept > asking.kept && share.movedAt < since,
    )
    const own = networkOf(asking.sender.address)
    const isOwn = ({ sender }: Share) => networkOf(sender.address) === own
    const hoards = ({ sender }: Share) =>
      (this.byNetwork.get(networkOf(sender.address)) ?? 0) > this.quarter
    const [greatest] = stalled
      .filter(share => !isBeyond || isOwn(share))
      .sort((one, other) => Number(hoards(other)) - Number(hoards(one)) || other.kept - one.kept)
    return greatest
  }

  private get quarter(): number {
    return bodyBytes.together / 4
  }
}

/** All bodies of this process. */
export const heldBodies = new HeldBodies()
