/** What may be written down. No entry has room for an address, a query, a body or an error's own words: they are personal. */
export type Entry =
  | { level: Level; id: string; method: string; template: string; status: number; ms: number; refusal?: string }
  | { level: 'error'; id: string; template: string; error: string; code?: string; places: string[] }
  /** Somebody seems to try something (security-events.ts); `target` is a pseudonym. */
  | { level: 'warn'; security: string; target?: string }
  /** For the operator, in English: what is the matter and what to do. */
  | { level: Level; message: string }

export type Level = 'info' | 'warn' | 'error'
export type WriteLog = (entry: Entry) => void
export type Format = (entry: Entry, now: Date) => string

/** For programs that collect logs: one object a line. */
export const asJson: Format = (entry, now) => JSON.stringify({ time: now.toISOString(), ...entry })

/** For whoever sits at the terminal of `npm start`. */
export const asText: Format = entry => {
  if ('message' in entry) return entry.message
  if ('security' in entry) return `security ${entry.security} ${entry.target ?? ''}`.trimEnd()
  if ('error' in entry)
    return [`error ${entry.error} ${entry.code ?? ''} in ${entry.template}`, ...entry.places].join('\n    at ')
  return `${entry.method} ${entry.template} ${entry.status} ${entry.ms}ms`
}

/** The class, code and places of an error: its own words may quote a student's data. */
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
