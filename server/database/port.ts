export type Parameter = string | number | boolean | Date | Uint8Array | null

export interface Queries {
  /** The caller names the row's shape: it stands beside the SQL that makes it. */
  query<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>
}

/** The one door to SQL: the same statements run on PGlite and on a PostgreSQL server. */
export interface Database extends Queries {
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Several statements without parameters, inside one transaction. */
  script(sql: string): Promise<void>
  /** No other process does such work on this database at the same time. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  /** Its files as they are at one moment, while it works; a server has tools of its own for that. */
  copyTo?(folder: string): Promise<void>
  close(): Promise<void>
}
