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
  const { rows }: { rows: Row[] } = await on.query({ ...prepared(sql, [...parameters]), ...patience }).catch(judge)
  return rows
}

/** @throws DatabaseUnavailable where the statement itself is not the cause; else the error */
export function judge(error: unknown): never {
  if (error instanceof pg.DatabaseError) {
    const trouble = troubleOfState(error.code ?? '')
    throw trouble ? new DatabaseUnavailable(trouble, error.code) : error
  }
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) throw error
  if (error instanceof DatabaseUnavailable) throw error
  // Without an error code of PostgreSQL, the connection failed or pg's own time limits ended the query.
  throw /timeout/i.test(error.message) ? new DatabaseUnavailable('late') : troubleOfSystem(error)
}

const names = new Map<string, string>()

/**
 * PostgreSQL parses and plans a prepared statement once per connection: that is half of what a short one costs here,
 * and more than half on the database's side.
 */
function prepared(text: string, values: Parameter[]): pg.QueryConfig<Parameter[]> {
  // Text without parameters may be several statements, which PostgreSQL cannot prepare.
  if (values.length === 0) return { text }
  const name = names.get(text) ?? `portail ${names.size}`
  names.set(text, name)
  return { name, text, values }
}
