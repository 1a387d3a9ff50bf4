import { documentsOf, type WizardVariant } from '../../spec/documents.ts'
import { nextTurn } from '../platform/turn.ts'
import { storeNames } from './connection.ts'

/** As much of a database as the portal asks of one, in the memory of a page that has no disk. */

type Row = { bytes?: unknown; state?: unknown; requestKey?: unknown } | undefined
type Rows = Map<string, Row>
type Keys = string | Pick<IDBKeyRange, 'lower' | 'upper'> | undefined
interface Request {
  result?: unknown
  error?: DOMException
  onsuccess?(): void
  onerror?(): void
}

/** Rows are never changed; but bytes may be given away, to a worker. */
const copy = (row: Row): Row =>
  row?.bytes instanceof ArrayBuffer ? { ...row, bytes: row.bytes.slice(0) } : row

const keysIn = (rows: Rows, keys: Keys) => {
  const { lower, upper } =
    typeof keys === 'object' ? keys : { lower: keys ?? '', upper: keys ?? '\uffff' }
  return [...rows.keys()].filter(key => key >= lower && key <= upper).sort()
}

const verbs = {
  get: (rows: Rows, key: string) => copy(rows.get(key)),
  getAll: (rows: Rows, keys: Keys) => keysIn(rows, keys).map(key => rows.get(key)),
  getAllKeys: keysIn,
  count: (rows: Rows, keys: Keys) => keysIn(rows, keys).length,
  put: (rows: Rows, row: Row, key: string) => rows.set(key, row),
  delete(rows: Rows, keys: Keys) {
    for (const key of keysIn(rows, keys)) rows.delete(key)
  },
  clear: (rows: Rows) => rows.clear(),
}

let stores = new Map<string, Rows>(storeNames.map(name => [name, new Map()]))
const rowsOf = (name: string): Rows => stores.get(name) as Rows

/**
 * An enrolment that is through has these answers: to saving, the code and each document; in the
 * reduced variant to the last call, too.
 */
export const answersOfEnrolment = (variant: WizardVariant) =>
  2 + documentsOf(variant).length + (variant === 'reduced' ? 1 : 0)

/** Whether a student loses anything with this page. */
export function isAtStake(variant: WizardVariant): boolean {
  const had = [...rowsOf('queue').values()].filter(
    row => row?.state === 'accepted' && row.requestKey !== 'newCode',
  )
  const wanted = answersOfEnrolment(variant) * rowsOf('dossiers').size
  return rowsOf('sourceFiles').size > 0 || had.length < wanted
}

/** One transaction at a time. */
let last = Promise.resolve()

function transaction() {
  const wanted: { request: Request; work(): unknown }[] = []
  const ends: Record<string, () => void> = {}
  let before = stores
  let isOver = false
  const end = (how: string) => {
    isOver = true
    itself[`on${how}`]?.()
    ends[how]?.()
  }
  const objectStore = (name: string) => ({
    transaction: itself,
    ...Object.fromEntries(
      Object.entries(verbs).map(([verb, work]) => [
        verb,
        (first: never, second: never): Request => {
          const request: Request = {}
          const given = copy(first) as never
          wanted.push({ request, work: () => work(rowsOf(name), given, second) })
          return request
        },
      ]),
    ),
  })
  const itself: Record<string, (...more: never[]) => unknown> = {
    objectStore,
    addEventListener(how: string, listener: () => void) {
      ends[how] = listener
    },
    abort() {
      if (isOver) return
      stores = before
      for (const { request } of wanted.splice(0)) {
        request.error = new DOMException('', 'AbortError')
        request.onerror?.()
      }
      end('abort')
    },
  }
  last = last.then(async () => {
    if (isOver) return
    before = new Map([...stores].map(([name, rows]) => [name, new Map(rows)]))
    do {
      for (let next = wanted.shift(); next; next = wanted.shift()) {
        next.request.result = next.work()
        next.request.onsuccess?.()
      }
      // What is asked for by an answer comes within this turn.
      await nextTurn()
    } while (wanted.length > 0)
    if (!isOver) end('complete')
  })
  return itself
}

/** One for each page. */
export const memory = { transaction, close() {} } as unknown as IDBDatabase

// Where there is no database, there may be no ranges either.
globalThis.IDBKeyRange ??= { bound: (lower: string, upper: string) => ({ lower, upper }) } as never
