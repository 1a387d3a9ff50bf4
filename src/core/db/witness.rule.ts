import { type DocumentType, documentTypes } from '../../spec/documents.ts'
import { isEncrypted } from '../crypto/keyring.ts'
import { isSound, type Records, type Row } from './second-place.rule.ts'

/** What lay on this device, in a few words beside both engines (witness.page.ts). Pure. */

/** By the id of a dossier, which names nobody. */
export type Had = Readonly<Record<string, HadOf>>
interface HadOf {
  /** When its answers were written, in milliseconds; 0 where there were none to lose. */
  at: number
  /** The documents whose photo waited, or was prepared; and those that the provider had accepted. */
  waiting: readonly DocumentType[]
  sent: readonly DocumentType[]
}

/** What of a dossier is in neither place any more, and has neither been given again nor dismissed. */
export interface LostOf {
  /** When that was noticed, in milliseconds. */
  at: number
  answers: boolean
  /** Photos that no one else has, and those that the provider has. */
  documents: readonly DocumentType[]
  sent: readonly DocumentType[]
}
export type Lost = Readonly<Record<string, LostOf>>

function statesOf({ queue, sourceFiles }: Records, dossier: string) {
  const rows = [...queue.values()].filter(row => isSound('queue', row) && row.dossier === dossier)
  const stateOf = (document: DocumentType) =>
    rows.find(row => row?.requestKey === document)?.state ??
    (sourceFiles.has(`${dossier}/${document}`) ? 'waiting' : undefined)
  return (...states: readonly unknown[]) =>
    documentTypes.filter(document => states.includes(stateOf(document)))
}

const hasAnswers = (row: NonNullable<Row>): boolean =>
  isEncrypted(String(row.id)) || Object.keys(row.answers ?? {}).length > 0

export function hadIn(records: Records): Had {
  const had: Record<string, HadOf> = {}
  for (const [id, row] of records.dossiers) {
    // Another device goes on with it.
    if (!isSound('dossiers', row) || row.transferred) continue
    const inState = statesOf(records, id)
    const at = !row.closed && hasAnswers(row) ? Number(row.savedAt) : 0
    had[id] = { at, waiting: inState('waiting'), sent: inState('accepted') }
  }
  return had
}

/** @param before what was lost already */
export function lostOf(had: Had, before: Lost, records: Records, now: number): Lost {
  const lost: Record<string, LostOf> = {}
  for (const id of new Set([...Object.keys(had), ...Object.keys(before)])) {
    const { at, answers, ...known } = before[id] ?? {
      at: now,
      answers: false,
      documents: [],
      sent: [],
    }
    const row = records.dossiers.get(id)
    const mine = had[id]
    const isOlder = !isSound('dossiers', row) || Number(row.savedAt) < (mine?.at ?? 0)
    const there = givenIn(records, isSound('dossiers', row) ? [id] : begunSince(records, at))
    const gone = (of: 'documents' | 'sent', had: readonly DocumentType[] = []) =>
      documentTypes.filter(
        document =>
          (known[of].includes(document) || had.includes(document)) && !there.has(document),
      )
    const next = {
      at,
      answers: ((mine?.at ?? 0) > 0 && isOlder) || (answers && !hasAnswersSince(records, at)),
      documents: gone('documents', mine?.waiting),
      sent: gone('sent', mine?.sent),
    }
    if (next.answers || next.documents.length + next.sent.length > 0) lost[id] = next
  }
  return lost
}

const begunSince = ({ dossiers }: Records, at: number) =>
  [...dossiers].flatMap(([id, row]) => (Number(row?.createdAt) > at ? [id] : []))

const hasAnswersSince = ({ dossiers }: Records, at: number) =>
  [...dossiers.values()].some(
    row => isSound('dossiers', row) && Number(row.savedAt) > at && hasAnswers(row),
  )

const givenIn = (records: Records, dossiers: readonly string[]) =>
  new Set(dossiers.flatMap(id => statesOf(records, id)('waiting', 'accepted', 'refused')))
