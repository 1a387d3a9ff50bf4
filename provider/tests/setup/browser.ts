import { type PostOptions, type Reply, Visitor } from './visitor.ts'

/** A browser that keeps what answers leave with it, for the folder that each was left for. */
export class Browser extends Visitor {
  private readonly jar = new Map<string, string>()

  override async post(path: string, body: unknown, options: PostOptions = {}): Promise<Reply> {
    const kept = [...this.jar].flatMap(([key, pair]) => (path.startsWith(key.split(' ')[0] ?? '') ? [pair] : []))
    const cookie = kept.length > 0 ? { cookie: kept.join('; ') } : {}
    const reply = await super.post(path, body, { ...options, headers: { ...options.headers, ...cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const folder = attributes.find(one => one.startsWith('Path='))?.slice(5) ?? '/'
      this.jar.set(`${folder} ${pair.split('=')[0]}`, pair)
    }
    return reply
  }

  /** The same browser once more: what is left with the copy is as lost as an answer that never came. */
  copy(): Browser {
    const other = new Browser(this.server)
    for (const [key, pair] of this.jar) other.jar.set(key, pair)
    return other
  }
}
