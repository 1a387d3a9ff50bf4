import pg from 'pg'
import type { Parameter } from './port.ts'
import { DatabaseUnavailable, troubleOfState, troubleOfSystem } from './unavailable.ts'

/** How long the answer may take, in milliseconds; else as the connection's own settings say. */
export interface Patience {
  query_timeout?: number
}

export const forever: Patience = { query_timeout: 2 ** 31 - 1 }

/** Runs one statement on a connection, or on a pool. */
export async function ask<Row>(
  on: Pick<pg.ClientBase, 'query'>,
  sql: string,
  parameters: readonly Parameter[] = [],
  patience: Patience = {},
): Promise<Row[]> {
  const { rows }: { rows: Row[] } = await on
    .query({ ...prepared(sql, [...parameters]), ...patience })
    .catch(judge)
  return rows
}

/** @throws DatabaseUnavailable where the statement itself is not the cause; else the error */
export function judge(error: unknown): never {
  throw reasonOf(error)
}

/** DatabaseUnavailable where neither a statement nor our own code is the cause; else the error. */
export function reasonOf(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const trouble = troubleOfState(error.code ?? '')
    return trouble ? new DatabaseUnavailable(trouble, error.code) : error
  }
  const isOurs =
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof DatabaseUnavailable
  if (!(error instanceof Error) || isOurs) return error
  // Without an error code of PostgreSQL, the connection failed or pg's own time limits ended the
  // query.
  return /timeout/i.test(error.message) ? new DatabaseUnavailable('late') : troubleOfSystem(error)
}

const names = new Map<string, string>()

/**
 * PostgreSQL parses and plans a prepared statement once per connection: that is half of what a
 * short one costs here, and more than half on the database's side.
 */
function prepared(text: string, values: Parameter[]): pg.QueryConfig<Parameter[]> {
  // Text without parameters may be several statements, which PostgreSQL cannot prepare.
  if (values.length === 0) return { text }
  const name = names.get(text) ?? `portail ${names.size}`
  names.set(text, name)
  return { name, text, values }
}
