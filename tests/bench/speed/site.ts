import { setTimeout as after } from 'node:timers/promises'
import { type StandIn, type StandInOptions, startStandIn } from '../../e2e/setup/stand-in.ts'
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
const narrow: Shape = { ...clear, up: 20_000 / 8 }

export const lines = {
  usual: line(400_000, 400),
  slow: line(150_000, 800),
  free: clear,
  worst,
  /** As `worst`, and every connection is cut: 50 kB at most. */
  cutting: { ...worst, life: 20_000 },
  /** The same upload and nothing else that is bad: no way there and back, no handshake. */
  narrow,
  narrowCutting: { ...narrow, life: 20_000 },
} as const
export type Line = keyof typeof lines

/** A build behind a server of its own, at the far end of a line. */
export interface Site {
  url: string
  link: Link
  traffic: Traffic
  standIn: StandIn
  /** The line as a phone finds it that has never been here. */
  begin(line: Line): Promise<void>
  /** Resolves when nothing has come or gone for that long. */
  quiet(ms?: number): Promise<void>
  close(): Promise<void>
}

/** In milliseconds; a page that asks again and again must not hold the bench. */
const longestQuiet = 60_000

export async function openSite(dist: string, script?: StandInOptions['script']): Promise<Site> {
  const standIn = await startStandIn({ dist, script })
  const traffic = new Traffic()
  const link = await new Link(Number(new URL(standIn.url).port), traffic.observe).start()
  return {
    url: link.url,
    link,
    traffic,
    standIn,
    async begin(line) {
      await link.set(lines[line])
      link.forget()
      traffic.reset()
    },
    async quiet(ms = 1_500) {
      const until = Date.now() + longestQuiet
      while (Date.now() - traffic.lastAt < ms && Date.now() < until) await after(100)
    },
    async close() {
      await link.stop()
      await standIn.dispose()
    },
  }
}
