import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { startNode } from './child.ts'

/** A status that it answers with; `slow` takes longer over it than a process rests, `stall` never answers. */
export type Mode = number | 'slow' | 'stall'

const Sms = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  to: v.pipe(v.string(), v.regex(/^\+223\d{8}$/)),
  text: v.string(),
})

const Request = v.object({
  method: v.string(),
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  body: v.pipe(v.string(), v.parseJson(), Sms),
  mode: v.pipe(v.unknown(), v.transform(String)),
})
const Told = v.object({
  port: v.optional(v.number()),
  request: v.optional(Request),
  mode: v.optional(v.union([v.number(), v.string()])),
})

/** A gateway that a test can let refuse, stall, die and come back; what it was asked is kept over its deaths. */
export class Gateway {
  readonly requests: v.InferOutput<typeof Request>[] = []
  private child: ChildProcess | undefined
  private port = 0

  get url(): string {
    return `http://127.0.0.1:${this.port}/messages`
  }

  /** What it has taken, as phones and texts. */
  taken(phone?: string): string[] {
    return this.requests
      .filter(({ mode, body }) => /^2|slow/.test(mode) && (phone === undefined || body.to === `+223${phone}`))
      .map(({ body }) => body.text)
  }

  get isAlive(): boolean {
    return this.child !== undefined
  }

  /** How often it was asked to take this message. */
  triesOf(id: string): number {
    return this.requests.filter(({ body }) => body.id === id).length
  }

  asked(phone: string): number {
    return this.requests.filter(({ body }) => body.to === `+223${phone}`).length
  }

  async start(mode: Mode): Promise<void> {
    const script = fileURLToPath(new URL('./gateway-process.ts', import.meta.url))
    const { child } = startNode(['--import', 'tsx', script, String(this.port), String(mode)], {})
    this.child = child
    const heard = this.hear(told => told.port !== undefined)
    child.on('message', message => {
      const { request } = v.parse(Told, message)
      if (request) this.requests.push(request)
    })
    this.port = (await heard).port ?? 0
  }

  async turn(mode: Mode): Promise<void> {
    const heard = this.hear(told => told.mode !== undefined)
    this.child?.send(mode)
    await heard
  }

  async die(): Promise<void> {
    const { child } = this
    this.child = undefined
    if (!child) return
    const gone = new Promise(done => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }

  private hear(wanted: (told: v.InferOutput<typeof Told>) => boolean): Promise<v.InferOutput<typeof Told>> {
    return new Promise(settle => {
      const { child } = this
      const listen = (message: unknown) => {
        const told = v.parse(Told, message)
        if (!wanted(told)) return
        child?.off('message', listen)
        settle(told)
      }
      child?.on('message', listen)
    })
  }
}

/** The four digits of a message's code. */
export function codeIn(text: string | undefined): string {
  const code = /\b\d{4}\b/.exec(text ?? '')?.[0]
  if (!code) throw new Error('there is no code in this message')
  return code
}
