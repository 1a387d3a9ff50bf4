import type { Socket } from 'node:net'
import { type ClientAddress, networkOf } from './address.ts'
import { bodyBytes } from './limits.ts'

/** Whose body it is, and what to do when it is given up. */
export interface Sender {
  address: ClientAddress
  socket: Socket
  /** Hears that a client held memory without using it. */
  hoards(): void
}

const now = () => performance.now()

/** What counts as moving grows with what is held: of 7 MB it is 3 KB in ten seconds, a third of what the slowest phone sends. */
const leastPiece = 1024
const piecesOfWhole = 2048

/** What one request holds of the memory that all bodies may take together. */
export class Share {
  kept = 0
  /** When the last piece worth the name had come. */
  movedAt = now()
  private sinceMoved = 0
  /** True from the moment it was read whole: from then on it waits for us. */
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

  giveBack(): void {
    this.bodies.giveBack(this)
    this.kept = 0
  }

  cut(): void {
    this.sender.hoards()
    this.giveBack()
    this.sender.socket.destroy()
  }
}

/**
 * Bodies in memory, until they are answered. One network may have more than its quarter only while the last quarter of
 * all is free; and when nothing is left, who holds memory without moving makes room for who comes.
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

  /** Of the request that is being read on a connection, undefined when it sends none. */
  of(socket: Socket): Share | undefined {
    return this.shares.get(socket)
  }

  /** How much of the memory is taken, from 0 to 1. */
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

  giveBack({ kept, sender: { address } }: Share): void {
    this.held -= kept
    const network = networkOf(address)
    const left = (this.byNetwork.get(network) ?? 0) - kept
    if (left > 0) this.byNetwork.set(network, left)
    else this.byNetwork.delete(network)
  }

  /**
   * Holds more than who asks, and does not move; of a network beyond its quarter before all others. Who is beyond it
   * makes room among its own: by no flood can it have somebody else cut.
   */
  private greatestHoarder(asking: Share, isBeyond: boolean): Share | undefined {
    const since = now() - bodyBytes.stalledMs
    const stalled = [...this.shares.values()].filter(
      share => !share.isWhole && share.kept > asking.kept && share.movedAt < since,
    )
    const own = networkOf(asking.sender.address)
    const isOwn = ({ sender }: Share) => networkOf(sender.address) === own
    const hoards = ({ sender }: Share) => (this.byNetwork.get(networkOf(sender.address)) ?? 0) > this.quarter
    const [greatest] = stalled
      .filter(share => !isBeyond || isOwn(share))
      .sort((one, other) => Number(hoards(other)) - Number(hoards(one)) || other.kept - one.kept)
    return greatest
  }

  private get quarter(): number {
    return bodyBytes.together / 4
  }
}

/** Of this process. */
export const heldBodies = new HeldBodies()
