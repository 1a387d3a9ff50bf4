import { setTimeout as after } from 'node:timers/promises'
import { type StandIn, startStandIn } from '../../e2e/setup/stand-in.ts'
import { clear, Link, type Shape } from '../../link/link.ts'
import { Traffic } from './traffic.ts'

/** Bits a second and a round trip in milliseconds, with all that a new connection costs over HTTPS. */
const line = (bits: number, roundTrip: number): Shape => ({
  ...clear,
  delay: roundTrip / 2,
  up: bits / 8,
  down: bits / 8,
  lookup: 1,
  handshake: 2,
  // Ten segments of 1460 bytes, as every server begins (RFC 6928).
  firstWindow: 14_600,
})

const worst = line(20_000, 600)

const lines = {
  usual: line(400_000, 400),
  slow: line(150_000, 800),
  free: clear,
  worst,
  /** As `worst`, and every connection is cut: 50 kB at most. */
  cutting: { ...worst, life: 20_000 },
} as const
export type Line = keyof typeof lines

/** In milliseconds; a page that asks again and again must not hold the bench. */
const longestQuiet = 60_000

/** A build behind a server of its own, at the far end of a line. */
export class Site {
  readonly traffic = new Traffic()

  private constructor(
    readonly dir: string,
    readonly standIn: StandIn,
    readonly link: Link,
  ) {}

  static async open(dir: string): Promise<Site> {
    const standIn = await startStandIn({ dist: dir })
    const site: Site = new Site(
      dir,
      standIn,
      new Link(Number(new URL(standIn.url).port), (...passing) => site.traffic.observe(...passing)),
    )
    await site.link.start()
    return site
  }

  get url(): string {
    return this.link.url
  }

  /** The line as a phone finds it that has never been here. */
  async begin(name: Line): Promise<void> {
    await this.link.set(lines[name])
    this.link.forget()
    this.traffic.reset()
  }

  async withoutNetwork<T>(work: () => Promise<T>): Promise<T> {
    await this.link.set({ network: 'gone' })
    try {
      return await work()
    } finally {
      await this.link.set({ network: 'there' })
    }
  }

  /** Resolves when nothing has come or gone for that long. */
  async quiet(ms = 1_500): Promise<void> {
    const until = Date.now() + longestQuiet
    while (Date.now() - this.traffic.lastAt < ms && Date.now() < until) await after(100)
  }

  async close(): Promise<void> {
    await this.link.stop()
    await this.standIn.dispose()
  }
}
