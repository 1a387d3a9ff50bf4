import { connect, type Socket } from 'node:net'
import { Lane } from './lane.ts'
import type { Pace } from './pace.ts'
import { isWhole, type Piece, type Request, RequestReader } from './requests.ts'
import { SlowStart } from './slow-start.ts'

/** What a connection asks its link. */
export interface Rules {
  readonly up: Pace
  readonly down: Pace
  /** One way, in milliseconds. */
  delay(): number
  /** Resolves when the connection is made, as far as the far end is concerned. */
  opened(): Promise<void>
  /** Bytes that either end may have under way before the other's first word. */
  firstWindow(): number
  /** What stands in for the server's answer; nothing then reaches the server. */
  captiveAnswer(): string | undefined
  /** Bytes of a body that pass before the connection is cut. */
  carries(): number
  /** True once for each cut that was asked for. */
  takeCut(request: Request, at: 'body' | 'answer'): boolean
  /** The browser has sent a piece; what becomes of it is for the link to decide. */
  note(piece: Piece): void
  /** Bytes of a request have reached the server, of its answer the browser. */
  carried(request: Request, bytes: Buffer, direction: 'up' | 'down'): void
}

/** Carries one browser connection to the server and back, until either end is gone. Gives the way to end it. */
export function carry(client: Socket, target: number, rules: Rules): () => void {
  const server = connect({ port: target, host: 'localhost', allowHalfOpen: true })
  const toServer = new Lane(server, rules.up, rules.delay, new SlowStart(rules.firstWindow()))
  const toClient = new Lane(client, rules.down, rules.delay, new SlowStart(rules.firstWindow()))
  const reader = new RequestReader()
  let asked: Request | undefined
  let instead: string | undefined

  const end = () => {
    client.destroy()
    server.destroy()
  }

  async function pass(piece: Piece): Promise<void> {
    // One request is answered by one: by the server or by the captive portal, whatever the network has become since.
    if (asked !== piece.request) instead = rules.captiveAnswer()
    asked = piece.request
    rules.note(piece)
    if (instead !== undefined) {
      if (isWhole(piece)) await toClient.send(Buffer.from(instead))
      return
    }
    const beyondHalf = piece.arrived - Math.floor(piece.request.length / 2)
    if (piece.arrived > 0 && beyondHalf >= 0 && rules.takeCut(piece.request, 'body')) {
      await toServer.send(piece.bytes.subarray(0, Math.max(0, piece.bytes.length - beyondHalf)))
      return end()
    }
    const beyond = piece.arrived - rules.carries()
    if (beyond > 0) {
      await toServer.send(piece.bytes.subarray(0, Math.max(0, piece.bytes.length - beyond)))
      return end()
    }
    await toServer.send(piece.bytes, packet => rules.carried(piece.request, packet, 'up'))
  }

  async function upward(): Promise<void> {
    await rules.opened()
    for await (const chunk of client as AsyncIterable<Buffer>) for (const piece of reader.feed(chunk)) await pass(piece)
    await toServer.close()
  }

  async function downward(): Promise<void> {
    // Not destroyed when it has hung up: what it said before is still under way, and the end would cut that.
    const chunks: AsyncIterable<Buffer> = server.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      if (asked && rules.takeCut(asked, 'answer')) return end()
      const request = asked
      await toClient.send(chunk, packet => request && rules.carried(request, packet, 'down'))
    }
    await toClient.close()
  }

  client.setNoDelay(true).on('error', end).on('close', end)
  // What the server has said last is still under way when it is gone.
  const afterLastWords = () => void toClient.close().then(end, end)
  server.setNoDelay(true).on('error', afterLastWords).on('close', afterLastWords)
  upward().catch(end)
  downward().catch(end)
  return end
}
