import type { DocumentType } from '../../../src/spec/documents.ts'
import { purposeOf, type Request } from '../../../tests/model/uploads.ts'
import type { World } from '../../../tests/model/world.ts'
import type { ProviderCode, Surroundings } from './bundle.ts'
import { Codes } from './codes.ts'
import { SimulatedDatabase } from './database.ts'
import { Gateway } from './gateway.ts'
import { type Answered, Host, type Machine } from './host.ts'
import type { Worse } from './mutants.ts'
import { people } from './people.ts'
import type { RealPictures } from './pictures.ts'
import type { Postgres } from './postgres.ts'
import { Truth } from './truth.ts'

/** Built and opened once for all seeds of a process. */
export interface Equipment {
  provider(around: Surroundings): ProviderCode
  postgres: Postgres
  pictures: RealPictures
  /** For a test of the simulation itself. */
  worse?: Worse
}

const processes = 2

/** The provider: two processes, their database, and the gateway by which codes leave. */
export class Country {
  #ahead = 0
  readonly database: SimulatedDatabase
  readonly gateway: Gateway
  readonly truth: Truth
  readonly codes: Codes
  readonly #machine: Machine
  readonly #hosts: Host[] = []
  #made = 0

  constructor(
    readonly world: World,
    { provider: code, postgres, pictures, worse = {} }: Equipment,
  ) {
    const now = () => new Date(world.now + this.#ahead)
    this.database = new SimulatedDatabase(world, postgres, worse, now)
    this.gateway = new Gateway(world)
    this.truth = new Truth(world, pictures)
    this.codes = new Codes(world, this.gateway, this.truth.order, postgres)
    this.#machine = { world, code, database: this.database, gateway: this.gateway, pictures, worse, now }
  }

  /** How far the provider's clock is ahead of true time, in milliseconds. */
  get ahead(): number {
    return this.#ahead
  }

  set ahead(ms: number) {
    if (ms !== this.#ahead) this.truth.order.jumps()
    this.#ahead = ms
  }

  async open(): Promise<void> {
    const { postgres } = this.database
    await postgres.clear()
    for (const { matricule, nom, prenom, numPlace, numAttest } of Object.values(people))
      await postgres.query(
        `INSERT INTO students (matricule, nom, prenom, annee_bac, num_place, serie, ae, num_attest)
         VALUES ($1, $2, $3, 2026, $4, 'TSE', 'BKORD', $5)`,
        [matricule, nom, prenom, numPlace, numAttest],
      )
    await postgres.query(
      "INSERT INTO enrolment_window (statut, message, date_heure) VALUES (1, 'Ouvertes', '2040-01-01')",
    )
    for (let index = 0; index < processes; index++) this.launch(index)
  }

  launch(index: number): void {
    if (this.#hosts[index]?.client.alive) return
    const host = new Host(this.#machine, `process ${index} (${++this.#made})`)
    this.#hosts[index] = host
    // A process that finds no database is started anew, as systemd does.
    host.start().catch(error => {
      this.world.tell(() => `${host.name} does not start: ${error}`)
      this.kill(index)
    })
  }

  kill(index: number): void {
    const host = this.#hosts[index]
    if (!host?.client.alive) return
    void host.kill()
    this.world.later(this.world.between(500, 20_000), () => this.launch(index))
  }

  /**
   * All its connections are taken, or lead to a machine that is gone: the other process goes on.
   */
  holdUp(index: number, ms: number): void {
    const host = this.#hosts[index]
    if (!host) return
    this.world.tell(() => `${host.name} waits for a connection for ${ms} ms`)
    host.client.waitsUntil = this.world.now + ms
  }

  /** A verifier looks at one of the photographs that have arrived. */
  async reject(): Promise<void> {
    const { world, truth } = this
    const host = this.#hosts.find(one => one.client.alive && one.provider)
    const rows = await world.meanwhile(
      this.database.postgres.query<{ matricule: string; type: DocumentType }>(
        'SELECT matricule, type FROM documents ORDER BY matricule, type',
      ),
    )
    const one = rows[world.between(0, Math.max(0, rows.length - 1))]
    if (!one || !host?.provider) return
    truth.rejects(one.matricule, one.type)
    world.tell(() => `> ${one.type} of ${one.matricule} is rejected`)
    const decision = { ...one, state: 'rejected', message: 'Photo floue.', by: 'mariam' } as const
    await host.code.decide(host.provider, decision).catch(error => {
      if (!(error instanceof host.code.DatabaseUnavailable)) throw error
    })
  }

  /**
   * As by nginx, which asks the next process where one is gone.
   * @returns undefined where nobody answers
   */
  async answer({ headers, ...request }: Request, came?: number): Promise<Answered | undefined> {
    const start = `t=${(this.#machine.now().getTime() / 1000).toFixed(3)}`
    const begun = { ...request, headers: { ...headers, 'X-Request-Start': start } }
    const first = this.world.between(0, processes - 1)
    const answered = await this.#hosts[first]?.answer(begun, came)
    if (answered || came !== undefined || purposeOf(begun) !== 'whole') return answered
    return this.#hosts[processes - 1 - first]?.answer(begun)
  }

  /**
   * @throws Violation unless all that was acknowledged is there; call it once nothing is under way
   */
  async verify(): Promise<void> {
    const host = this.#hosts.find(one => one.provider)
    if (!host?.provider) throw new Error('no process has ever started')
    const { secret } = host.provider
    await this.truth.verify(this.database.postgres, this.gateway, (matricule, code) =>
      host.code.hashCode(secret, matricule, code),
    )
  }
}
