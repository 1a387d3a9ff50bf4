import type { World } from '../../../tests/model/world.ts'
import type { Database, Parameter, Queries } from '../../src/database/port.ts'
import type { DatabaseUnavailable } from '../../src/database/unavailable.ts'
import type { Worse } from './mutants.ts'
import type { Postgres } from './postgres.ts'

/** The process that asks, as long as it lives. */
export interface Client {
  alive: boolean
  /** Until then, by true time, it gets no connection. */
  waitsUntil: number
  DatabaseUnavailable: typeof DatabaseUnavailable
}

/** After so many more calls, so many fail: before they have done anything, or after it. */
export interface DatabaseFault {
  after: number
  times: number
  isDone: boolean
}

type Ask = <Row>(sql: string, parameters?: readonly Parameter[]) => Promise<Row[]>

/**
 * The database's machine: each statement is a step of the schedule, and transactions wait for each
 * other.
 */
export class SimulatedDatabase {
  fault: DatabaseFault | undefined
  /** The longest that a statement takes, in milliseconds. */
  slowness = 20
  readonly #real: ReturnType<NonNullable<Worse['ask']>>
  #holder: Client | undefined
  readonly #waiting: { client: Client; go(): void }[] = []

  constructor(
    readonly world: World,
    readonly postgres: Postgres,
    worse: Worse,
    /** By the provider's clock. */
    readonly now: () => Date,
  ) {
    const real: ReturnType<NonNullable<Worse['ask']>> = (sql, parameters) => postgres.query(sql, parameters)
    this.#real = worse.ask?.(real) ?? real
  }

  connect(client: Client): Database {
    const query: Queries['query'] = (sql, parameters) => this.#alone(client, () => this.#ask(client, sql, parameters))
    return {
      query,
      reader: { query },
      isMultiProcess: true,
      isReadOnly: () => false,
      transaction: work => this.#alone(client, () => this.#transaction(client, work)),
      script: () => Promise.reject(new Error('no script here')),
      alone: work => work(),
      close: async () => undefined,
    }
  }

  /** The process is gone: the database ends what it had begun. */
  async disconnect(client: Client): Promise<void> {
    for (const waiter of this.#waiting.filter(one => one.client === client))
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
    if (this.#holder !== client) return
    await this.world.meanwhile(this.postgres.query('ROLLBACK'))
    this.#next()
  }

  async #alone<T>(client: Client, work: () => Promise<T>): Promise<T> {
    // A stream that ends wakes what is dead.
    if (!client.alive) return never()
    const wait = client.waitsUntil - this.world.now
    if (wait > 0) await new Promise<void>(go => this.world.later(wait, () => client.alive && go()))
    if (this.#holder) await new Promise<void>(go => this.#waiting.push({ client, go }))
    else this.#holder = client
    try {
      return await work()
    } finally {
      if (client.alive) this.#next()
    }
  }

  #next(): void {
    const next = this.#waiting.shift()
    this.#holder = next?.client
    next?.go()
  }

  async #transaction<T>(client: Client, work: (queries: Queries) => Promise<T>): Promise<T> {
    let isLost = false
    const ask: Ask = async (sql, parameters) => {
      if (isLost) throw new client.DatabaseUnavailable('away')
      try {
        return await this.#ask(client, sql, parameters)
      } catch (error) {
        isLost = error instanceof client.DatabaseUnavailable
        throw error
      }
    }
    try {
      await ask('BEGIN')
      const result = await work({ query: ask })
      await ask('COMMIT')
      return result
    } catch (error) {
      // Without one, it only warns.
      await this.world.meanwhile(this.postgres.query('ROLLBACK'))
      throw error
    }
  }

  async #ask<Row>(client: Client, sql: string, parameters?: readonly Parameter[]): Promise<Row[]> {
    const { world, postgres } = this
    await new Promise<void>(go => world.later(world.between(0, this.slowness), () => client.alive && go()))
    const fails = this.#fails()
    if (fails === 'before') throw new client.DatabaseUnavailable('away')
    if (/\bnow\(\)/.test(sql)) {
      const now = this.now().toISOString()
      await world.meanwhile(postgres.query("SELECT set_config('simulated.now', $1, false)", [now]))
    }
    const rows = (await world.meanwhile(this.#real(sql, parameters))) as Row[]
    if (fails === 'after') throw new client.DatabaseUnavailable('away')
    return client.alive ? rows : never()
  }

  #fails(): 'before' | 'after' | undefined {
    const { fault } = this
    if (!fault || fault.after-- > 0) return undefined
    if (--fault.times === 0) this.fault = undefined
    this.world.tell(() => `the database fails ${fault.isDone ? 'after' : 'before'} a call`)
    return fault.isDone ? 'after' : 'before'
  }
}

const never = <T>() => new Promise<T>(() => undefined)
