/**
 * The permitted log entries. None has a field for an address, a query, a body or an error's
 * message: those are personal data.
 */
export type Entry =
  | {
      level: Level
      id: string
      method: string
      template: string
      status: number
      ms: number
      refusal?: string
    }
  | { level: 'error'; id: string; template: string; error: string; code?: string; places: string[] }
  /** A suspected attack (security-events.ts); `target` is a pseudonym. */
  | { level: 'warn'; security: string; target?: string }
  /** For the operator, in English: what is wrong and what to do. */
  | { level: Level; message: string }

export type Level = 'info' | 'warn' | 'error'
export type WriteLog = (entry: Entry) => void
export type Format = (entry: Entry, now: Date) => string

/** For log collectors: one object per line. */
export const asJson: Format = (entry, now) => JSON.stringify({ time: now.toISOString(), ...entry })

/** For a person at the terminal of `npm start`. */
export const asText: Format = entry => {
  if ('message' in entry) return entry.message
  if ('security' in entry) return `security ${entry.security} ${entry.target ?? ''}`.trimEnd()
  if ('error' in entry)
    return [`error ${entry.error} ${entry.code ?? ''} in ${entry.template}`, ...entry.places].join(
      '\n    at ',
    )
  return `${entry.method} ${entry.template} ${entry.status} ${entry.ms}ms`
}

/** Class, code and stack positions of an error: its message may quote a student's data. */
export function errorEntry(error: Error, id: string, template: string): Entry {
  const stack = (error.stack ?? '').split('\n').filter(line => line.startsWith('    at '))
  return {
    level: 'error',
    id,
    template,
    error: error.name,
    ...('code' in error && { code: String(error.code) }),
    places: stack.slice(0, 5).map(line => line.replace('    at ', '')),
  }
}
