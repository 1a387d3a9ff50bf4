import * as v from 'valibot'

/** The server's answer to an operator's command: one line of JSON per frame; after a file's line follow its bytes. */
const Frame = v.union([
  v.object({ lines: v.array(v.string()), done: v.boolean() }),
  v.object({ lines: v.array(v.string()) }),
  // The pattern keeps a file inside the operator's folder, or in a folder directly below.
  v.object({ file: v.pipe(v.string(), v.regex(/^(?:[\w-]+\/)?[\w-]+\.\w+$/)), bytes: v.number() }),
])
export type Frame = v.InferOutput<typeof Frame>

export const writeFrame = (frame: Frame): string => `${JSON.stringify(frame)}\n`

/** Reads frame by frame, so that at most one file is in memory. */
export class FrameReader {
  private readonly chunks: AsyncIterator<Uint8Array>
  private rest = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.chunks = stream[Symbol.asyncIterator]()
  }

  async frame(): Promise<Frame> {
    let end = this.rest.indexOf('\n')
    while (end < 0) {
      this.rest = Buffer.concat([this.rest, await this.chunk()])
      end = this.rest.indexOf('\n')
    }
    const line = this.rest.subarray(0, end).toString('utf8')
    this.rest = this.rest.subarray(end + 1)
    return v.parse(Frame, JSON.parse(line))
  }

  async bytes(count: number): Promise<Buffer> {
    const parts: Uint8Array[] = [this.rest]
    let held = this.rest.length
    while (held < count) {
      const part = await this.chunk()
      parts.push(part)
      held += part.length
    }
    const all = Buffer.concat(parts)
    this.rest = all.subarray(count)
    return all.subarray(0, count)
  }

  private async chunk(): Promise<Buffer> {
    const { done, value } = await this.chunks.next()
    if (done) throw new Error('The server ended before it had answered. Look at its log, then try again.')
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
}
