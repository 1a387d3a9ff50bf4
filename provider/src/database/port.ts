export type Parameter = string | number | boolean | Date | Uint8Array | null

export interface Queries {
  /** The caller names the row type: it stands beside the SQL that produces it. */
  query<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>
}

/** The only interface to SQL: the same statements run on PGlite and on a PostgreSQL server. */
export interface Database extends Queries {
  /**
   * For answers that only read: a standby gives them while no primary answers, never older than
   * what was acknowledged.
   */
  readonly reader: Queries
  /** Whether other processes may use it as well. */
  readonly isMultiProcess: boolean
  /** True while `reader` asks a standby: nothing can be written. */
  isReadOnly(): boolean
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Several statements without parameters, in one transaction. */
  script(sql: string): Promise<void>
  /** No other process runs such work on this database at the same time. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
