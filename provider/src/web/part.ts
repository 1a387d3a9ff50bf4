import type { IncomingMessage } from 'node:http'
import type { HeldBody } from '../limits/held-bodies.ts'
import { bodyBytes } from '../limits/limits.ts'

/**
 * The content of a request that is stored while it comes. It listens from the first moment: once
 * the connection is cut, Node throws away what it has read and not handed on.
 */
export class Part {
  problem: 'tooLarge' | 'busy' | undefined
  private state: 'coming' | 'whole' | 'cut' = 'coming'
  private queue: Uint8Array[] = []
  private queued = 0
  private total = 0
  private isUnwanted = false
  private wake: () => void = () => undefined

  constructor(
    private readonly request: IncomingMessage,
    private readonly held: HeldBody,
    private readonly most: number,
  ) {
    request.on('data', (chunk: Uint8Array) => this.take(chunk))
    request.once('end', () => this.stop('whole'))
    request.once('close', () => this.stop('cut'))
    request.on('error', () => this.stop('cut'))
  }

  get isWhole(): boolean {
    return this.state === 'whole'
  }

  get isComing(): boolean {
    return this.state === 'coming'
  }

  cut(): void {
    this.request.socket.destroy()
  }

  /** What has come, once it is at least so much; at the end the rest, and then undefined. */
  async next(atLeast: number): Promise<Buffer | undefined> {
    while (this.isComing && this.queued < atLeast)
      await new Promise<void>(wake => (this.wake = wake))
    if (this.queued === 0) return undefined
    const bytes = Buffer.concat(this.queue)
    this.queue = []
    this.queued = 0
    return bytes
  }

  /** For what still comes once the request is answered: it counts no more. */
  ignore(): void {
    this.isUnwanted = true
    this.queue = []
    this.queued = 0
  }

  private take(chunk: Uint8Array): void {
    this.total += chunk.length
    if (this.total > bodyBytes.drained) this.request.destroy()
    if (this.isUnwanted || this.problem) return
    if (this.total > this.most) this.problem = 'tooLarge'
    else if (!this.held.take(chunk.length)) this.problem = 'busy'
    else {
      this.queue.push(chunk)
      this.queued += chunk.length
    }
    this.wake()
  }

  private stop(state: 'whole' | 'cut'): void {
    if (this.isComing) this.state = state
    this.wake()
  }
}
