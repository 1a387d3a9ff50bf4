import crypto from 'node:crypto'
import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import type { Request as Sent } from '../../../tests/model/uploads.ts'
import type { World } from '../../../tests/model/world.ts'
import type { Metrics } from '../../src/monitoring/metrics.ts'
import type { WebEnv } from '../../src/web/env.ts'
import type { Provider } from '../../src/window/provider.ts'
import type { ProviderCode, Surroundings } from './bundle.ts'
import type { Client, SimulatedDatabase } from './database.ts'
import type { Gateway } from './gateway.ts'
import type { Worse } from './mutants.ts'
import type { RealPictures } from './pictures.ts'

export interface Machine {
  world: World
  code(around: Surroundings): ProviderCode
  database: SimulatedDatabase
  gateway: Gateway
  pictures: RealPictures
  worse: Worse
  /** By the provider's clock. */
  now: () => Date
}

export interface Answered {
  code: number
  headers: Headers
  text: string
}

/** They count for the operator, and nothing here reads them. */
const uncounted = { answered() {}, attacked() {}, uploadAccepted() {}, smsTried() {} } as unknown as Metrics

/** One process of the provider, from its start to its end. */
export class Host {
  readonly code: ProviderCode
  readonly client: Client
  provider: Provider | undefined
  #app: Hono<WebEnv> | undefined
  readonly #cuts = new Set<() => void>()

  constructor(
    readonly machine: Machine,
    readonly name: string,
  ) {
    this.code = machine.code(this.#around())
    // One that looks for messages each second would leave no time for anything else; it is woken
    // for each new one.
    this.code.smsSending.pollMs = 120_000
    this.client = { alive: true, waitsUntil: 0, DatabaseUnavailable: this.code.DatabaseUnavailable }
  }

  async start(): Promise<void> {
    const { code, client, machine } = this
    const { now, world } = machine
    const database = machine.database.connect(client)
    const secret = await code.readSecret(database)
    const writeLog = (entry: object) => this.#judge(entry)
    const provider: Provider = {
      database,
      kept: code.keepLists(database, now),
      secret,
      now,
      smsKept: () => sender.wake(),
      alarm: code.createAlarm({ secret, now, count: () => undefined, writeLog }),
      hasGateway: true,
      showCodes: false,
      asksCodeForCorrections: true,
    }
    const sender = new code.SmsSender({
      database,
      secret,
      gateway: { url: 'https://sms.example', token: undefined },
      writeLog,
      metrics: uncounted,
    })
    this.#app = code.createApp({
      provider,
      distDir: '/nowhere',
      trust: { trustProxy: true, publicOrigin: undefined },
      smsToken: undefined,
      writeLog,
      metrics: uncounted,
      stopping: () => false,
    })
    this.provider = provider
    world.tell(() => `${this.name} answers`)
  }

  /** @returns undefined where the process was not there, or went before it had answered */
  answer(request: Sent, came = Number.POSITIVE_INFINITY): Promise<Answered | undefined> {
    return new Promise(resolve => {
      const cut = () => resolve(undefined)
      if (!this.#app || !this.client.alive) return cut()
      this.#cuts.add(cut)
      void this.#answer(this.#app, request, came)
        .catch(error => this.machine.world.violated(`${this.name} fails: ${error}`))
        .then(answered => resolve(answered ?? undefined))
        .finally(() => this.#cuts.delete(cut))
    })
  }

  async kill(): Promise<void> {
    this.machine.world.tell(() => `${this.name} is killed`)
    this.client.alive = false
    for (const cut of this.#cuts) cut()
    await this.machine.database.disconnect(this.client)
  }

  async #answer(app: Hono<WebEnv>, request: Sent, came: number): Promise<Answered> {
    const { method, url, headers } = request
    const { world } = this.machine
    const asked = new Request(`http://portal.example${url}`, { method, headers })
    const incoming = incomingOf(request, came, world)
    const response = await app.fetch(asked, { incoming, outgoing: undefined } as unknown as WebEnv['Bindings'])
    const text = await world.meanwhile(response.text())
    const answered = { code: response.status, headers: response.headers, text }
    return this.machine.worse.answer?.(answered, request) ?? answered
  }

  /**
   * What the provider could not foresee is a fault of ours; that the database is away is told as
   * well.
   */
  #judge(entry: object): void {
    if ('error' in entry) this.machine.world.violated(`${this.name} reports a fault of ours: ${JSON.stringify(entry)}`)
  }

  #around(): Surroundings {
    const { world, gateway, pictures, now } = this.machine
    const later = (run: () => void, ms = 0) => world.later(Math.max(1, ms), () => this.client.alive && run())
    const wait = (ms: number) => new Promise<void>(resolve => later(resolve, ms))
    class HostDate extends Date {
      constructor(...at: [] | [number | string | Date]) {
        if (at.length === 0) super(now())
        else super(at[0])
      }
      static override now = () => now().getTime()
    }
    return {
      setTimeout: (run: (value: unknown) => void, ms: number, value: unknown) => later(() => run(value), ms),
      clearTimeout: (cancel: (() => void) | undefined) => cancel?.(),
      performance: { now: () => world.now },
      Date: HostDate,
      AbortSignal: {
        any: firstOf,
        timeout: (ms: number) => {
          const limit = new AbortController()
          later(() => limit.abort(new DOMException('late', 'TimeoutError')), ms)
          return limit.signal
        },
      },
      fetch: gateway.send,
      decodeHere: async (bytes: Buffer) => {
        await wait(world.between(1, 200))
        return pictures.decodes(bytes) ? 'whole' : 'notWhole'
      },
      modules: { 'node:crypto': chanceful(world), 'node:timers/promises': { setTimeout: wait } },
    }
  }
}

/** Node's own keeps a signal, and all that hears it, for as long as it is not aborted. */
function firstOf(signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController()
  for (const signal of signals) signal.addEventListener('abort', () => any.abort(signal.reason))
  return any.signal
}

/** What is drawn at random comes from the seed. */
function chanceful(world: World) {
  const randomBytes = (length: number) => Buffer.from(Array.from({ length }, () => world.between(0, 255)))
  return {
    ...crypto,
    randomBytes,
    randomInt: (most: number) => world.between(0, most - 1),
    randomUUID: () => {
      const hex = randomBytes(16).toString('hex')
      return [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-')
    },
  }
}

/**
 * As much of Node's request as the provider reads. Only what had come is read of a request that is
 * cut.
 */
function incomingOf({ headers, body }: Sent, came: number, world: World) {
  const bytes = Buffer.from(body)
  const stream = new Readable({ read() {} })
  stream.on('error', () => undefined)
  if (bytes.length > 0) stream.push(bytes.subarray(0, came))
  if (came >= bytes.length) stream.push(null)
  else world.later(50, () => stream.destroy())
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return Object.assign(stream, {
    headers: { ...Object.fromEntries(lower), 'content-length': String(bytes.length) },
    socket: { remoteAddress: headers.Address, destroy: () => stream.destroy() },
  })
}
