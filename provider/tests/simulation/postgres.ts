import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../../src/database/migrate.ts'
import { conversions } from '../../src/database/pglite.ts'
import type { Database, Parameter } from '../../src/database/port.ts'

/** One PostgreSQL in this process, emptied for each seed; its clock is the provider's. */
export class Postgres {
  readonly #tables: string

  private constructor(
    readonly engine: PGlite,
    tables: readonly string[],
  ) {
    this.#tables = tables.join(', ')
  }

  static async open(): Promise<Postgres> {
    const engine = await PGlite.create(conversions)
    // Found before the real ones, which columns' defaults and queries would otherwise mean.
    await engine.exec(`
      CREATE SCHEMA simulated;
      CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE sql STABLE
        AS $$ SELECT current_setting('simulated.now')::timestamptz $$;
      SET simulated.now = '2026-10-01T08:00:00Z';
      SET search_path = public, simulated, pg_catalog;`)
    const query = async <Row>(sql: string) => (await engine.query<Row>(sql)).rows
    const script = async (sql: string) => void (await engine.exec(`BEGIN; ${sql}; COMMIT`))
    await migrate({ query, script } as Database)
    const named = await query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'",
    )
    return new Postgres(
      engine,
      named.map(({ name }) => name),
    )
  }

  async clear(): Promise<void> {
    // The audit may only be added to, which a trigger sees to.
    await this.engine.exec(
      `SET session_replication_role = replica; TRUNCATE ${this.#tables} RESTART IDENTITY; SET session_replication_role = DEFAULT`,
    )
  }

  async query<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    return (await this.engine.query<Row>(sql, [...parameters])).rows
  }
}
