import { type RefObject, useEffect, useRef, useState } from 'react'
import { useConnectivity } from '../../core/api/use-queries.ts'
import { needsCode } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { type Announcements, type News, newsSince } from '../documents.rule.ts'
import { documentText } from '../text.ts'
import { isFailed } from '../view.ts'
import * as rowText from './row-text.ts'

/** What the choice of the open row depends on. */
export interface RowFacts {
  document: DocumentType
  /** The photo failed, or there is advice on it: its row opens by itself. */
  calls: boolean
  /** The student still has to give a photo. */
  left: boolean
  preparing: boolean
  /** The picked photo is kept, and the student has nothing to decide. */
  settled: boolean
}

/** Where the focus goes after the render. */
type Goal = DocumentType | 'tally'

export interface OpenRow {
  open: DocumentType | undefined
  list: RefObject<HTMLUListElement | null>
  tally: RefObject<HTMLParagraphElement | null>
  toggle(document: DocumentType): void
  /** The student has chosen a file: the row stays in use until it is kept. */
  give(document: DocumentType): void
  /** The student has decided: the focus goes on to what is left. */
  goOn(from: DocumentType): void
  /** The focus goes back to the row itself. */
  show(document: DocumentType): void
}

/**
 * Focuses the target, and scrolls the whole row into view where there is room, its beginning in any
 * case.
 */
function bringTo(target: HTMLElement | null | undefined): void {
  target?.focus({ preventScroll: true })
  for (const one of [target?.closest('li'), target])
    one?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

const rowIn = (list: Element | null, document: DocumentType) =>
  list?.querySelector(`[data-document="${document}"]`)

/**
 * One row is open at a time: the one with an error or advice, else the first that is left. The page
 * opens another only where the student is not at work in one. Long, since focus and row move
 * together.
 * @param engaged a picker, the camera or the editor is open
 */
export function useOpenRow(
  rows: readonly RowFacts[],
  first: DocumentType | undefined,
  engaged: boolean,
): OpenRow {
  const [opened, setOpened] = useState<{
    document: DocumentType | undefined
    by: 'page' | 'student'
  }>()
  const [goal, setGoal] = useState<{ to: Goal }>()
  const list = useRef<HTMLUListElement>(null)
  const tally = useRef<HTMLParagraphElement>(null)
  const given = useRef<{ document: DocumentType; started: boolean }>(undefined)
  const before = useRef<ReadonlyMap<DocumentType, RowFacts>>(undefined)
  /** Where the page itself has put the focus: a focus that is still there is no sign of work. */
  const placed = useRef<Element>(undefined)
  const start = rows.find(({ calls }) => calls) ?? rows.find(({ left }) => left)
  const open = opened ? opened.document : (start?.document ?? first)

  const rowOf = (document: DocumentType) => rowIn(list.current, document)
  const turn = (document: DocumentType | undefined, by: 'page' | 'student' = 'page') =>
    setOpened({ document, by })
  const show = (document: DocumentType) => {
    turn(document)
    setGoal({ to: document })
  }
  /** The student is at work in another row than this one. */
  const isElsewhere = (document: DocumentType) => {
    if (engaged || (opened?.by === 'student' && opened.document && opened.document !== document))
      return true
    const at = window.document.activeElement
    return at?.closest('.open') ? !rowOf(document)?.contains(at) : false
  }
  const goOn = (from: DocumentType) => {
    const at = window.document.activeElement
    // A focused heading is only read: no sign of work either.
    const isIdle =
      !at || at === window.document.body || at === placed.current || at.matches('[tabindex="-1"]')
    if (!(isIdle || rowOf(from)?.contains(at)) || isElsewhere(from)) return
    const place = rows.findIndex(({ document }) => document === from)
    const next = [...rows.slice(place + 1), ...rows.slice(0, place)].find(({ left }) => left)
    turn(next?.document)
    setGoal({ to: next?.document ?? 'tally' })
  }

  useEffect(() => {
    const was = before.current
    before.current = new Map(rows.map(row => [row.document, row]))
    const called = rows.find(({ document, calls }) => calls && was?.get(document)?.calls === false)
    const giving = rows.find(({ document }) => document === given.current?.document)
    if (given.current && giving?.preparing) given.current.started = true
    if (called) {
      if (called.document === given.current?.document) given.current = undefined
      // Also where the row is open already: the page may be on its way to the next one.
      if (!isElsewhere(called.document)) turn(called.document)
    } else if (given.current?.started && giving?.settled) {
      given.current = undefined
      goOn(giving.document)
    }
  })

  useEffect(() => {
    if (!goal) return
    const target =
      goal.to === 'tally' ? tally.current : rowIn(list.current, goal.to)?.querySelector('summary')
    bringTo(target)
    placed.current = target ?? undefined
  }, [goal])

  return {
    open,
    list,
    tally,
    goOn,
    show,
    toggle: document => turn(open === document ? undefined : document, 'student'),
    give(document) {
      given.current = { document, started: false }
      turn(document)
    },
  }
}

/**
 * One status line for all documents: with one for each, all would speak at once. What failed in an
 * open row is announced in that row.
 * @param leaves the photos are sent as soon as there is a network
 * @returns the words, and a key that changes with each news: the same words may be news again
 */
export function useNews(
  announced: Announcements,
  open: DocumentType | undefined,
  intro: string,
  leaves: boolean,
): { words: string; key: number } {
  const before = useRef<Announcements>(undefined)
  const [{ sent, failed, key }, setNews] = useState<News & { key: number }>({ key: 0 })
  const connectivity = useConnectivity()
  useEffect(() => {
    const news = before.current ? newsSince(before.current, announced) : {}
    before.current = announced
    if (news.sent ?? news.failed) setNews(old => ({ ...old, ...news, key: old.key + 1 }))
  })
  const now = failed && announced.get(failed)
  if (failed && failed !== open && now && isFailed(now))
    return { words: now.fault ?? documentText[failed].notSaved, key }
  const queued = [...announced.values()].filter(({ state }) => state === 'queued')
  const asked = queued.filter(({ item }) => item && needsCode(item)).length
  if (asked > 0) return { words: rowText.codeBelow, key: -asked }
  const waiting = queued.length
  if (leaves && connectivity === 'away' && waiting > 0)
    return { words: rowText.away(waiting), key: -waiting }
  return { words: sent ? documentText[sent].saved : intro, key }
}
