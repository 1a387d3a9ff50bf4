import { type DocumentType, documentTypes } from '../../spec/documents.ts'
import { isEncrypted } from '../crypto/keyring.ts'
import { answeredAt, type Dossier } from './dossier.ts'
import { type Copy, isSound, type Records, type Row } from './second-place.rule.ts'

/** What lay on this device, in a few words beside both engines (witness.page.ts). Pure. */

/** When the photo of each of these was given, in milliseconds; 0 for one that is only prepared. */
export type Photos = Readonly<Partial<Record<DocumentType, number>>>

/** By the id of a dossier, which names nobody. */
export type Had = Readonly<Record<string, HadOf>>
interface HadOf {
  /** When its answers were written, in milliseconds; 0 where there were none to lose. */
  at: number
  /** Of an encrypted dossier, which writing of its answers that was; a touch is none. */
  seal?: string
  /** Photos that no one else has, and those that the provider has accepted. */
  waiting: Photos
  sent: Photos
}

/** What of a dossier is in neither place any more, and has neither been given again nor dismissed. */
export interface LostOf extends HadOf {
  /** When that was noticed, in milliseconds. */
  at: number
  answers: boolean
}
export type Lost = Readonly<Record<string, LostOf>>

function photosIn({ dossiers, queue, sourceFiles }: Records, dossier: string, states: unknown[]) {
  // A request is sent without its dossier; no screen shows a prepared photo without it.
  const isShown = isSound('dossiers', dossiers.get(dossier))
  const rows = [...queue.values()].filter(row => isSound('queue', row) && row.dossier === dossier)
  const photos: Partial<Record<DocumentType, number>> = {}
  for (const document of documentTypes) {
    const row = rows.find(row => row?.requestKey === document)
    const isPrepared = isShown && sourceFiles.has(`${dossier}/${document}`)
    if (row ? states.includes(row.state) : isPrepared && states.includes('waiting'))
      photos[document] = Number(row?.createdAt ?? 0)
  }
  return photos
}

const hasAnswers = (row: NonNullable<Row>): boolean =>
  isEncrypted(String(row.id)) || Object.keys(row.answers ?? {}).length > 0

/** Of an encrypted dossier only its student could tell when they were written. */
const answersOf = (row: NonNullable<Row>): number =>
  isEncrypted(String(row.id)) ? Number(row.savedAt) : answeredAt(row as unknown as Dossier)

/** Each writing has a vector of its own (cipher.ts). */
const sealOf = ({ iv }: NonNullable<Row>): { seal?: string } =>
  iv instanceof ArrayBuffer ? { seal: [...new Uint8Array(iv.slice(0, 6))].join() } : {}

export function hadIn(records: Records): Had {
  const had: Record<string, HadOf> = {}
  for (const [id, row] of records.dossiers) {
    // Another device goes on with it.
    if (!isSound('dossiers', row) || row.transferred) continue
    const at = !row.closed && hasAnswers(row) ? answersOf(row) : 0
    const [waiting, sent] = [['waiting'], ['accepted']].map(states => photosIn(records, id, states))
    had[id] = { at, ...sealOf(row), waiting: waiting ?? {}, sent: sent ?? {} }
  }
  return had
}

/** A copy tells by its address alone whose photo it was, and when it was given. */
export function hadWith(copies: readonly Copy[], had: Had): Had {
  const all: Record<string, HadOf> = { ...had }
  for (const { store, owner, at, accepted } of copies) {
    const [id = '', key] = owner.split('/')
    const document = documentTypes.find(type => type === key)
    if (!document || store === 'payloads') continue
    const mine = all[id] ?? nothing
    const of = accepted ? 'sent' : 'waiting'
    all[id] = { ...mine, [of]: { ...mine[of], [document]: at } }
  }
  return all
}

const nothing: HadOf = { at: 0, waiting: {}, sent: {} }

/** @param before what was lost already */
export function lostOf(had: Had, before: Lost, records: Records, now: number): Lost {
  const lost: Record<string, LostOf> = {}
  for (const id of new Set([...Object.keys(had), ...Object.keys(before)])) {
    const known: LostOf = before[id] ?? { ...nothing, at: now, answers: false }
    const mine = had[id] ?? nothing
    const row = records.dossiers.get(id)
    const isHere = isSound('dossiers', row)
    // Where the clock was set back, nobody knows which answers are later.
    const isOlder =
      !isHere ||
      (answersOf(row) < mine.at &&
        mine.at <= now &&
        (mine.seal === undefined || mine.seal !== sealOf(row).seal))
    const next = {
      at: known.at,
      answers: (mine.at > 0 && isOlder) || (known.answers && !hasAnswersSince(records, known.at)),
      waiting: goneOf({ ...known.waiting, ...mine.waiting }, id, known.at, records),
      sent: goneOf({ ...known.sent, ...mine.sent }, id, known.at, records),
    }
    if (next.answers || Object.keys({ ...next.waiting, ...next.sent }).length > 0) lost[id] = next
  }
  return lost
}

/** What is there must be that photo, or one that was given after it; in a new dossier, too. */
function goneOf(had: Photos, id: string, noticed: number, records: Records): Photos {
  const all = ['waiting', 'accepted', 'refused']
  const isHere = isSound('dossiers', records.dossiers.get(id))
  const others = isHere ? [] : begunSince(records, noticed).map(id => photosIn(records, id, all))
  const there = photosIn(records, id, all)
  const isGone = ([document, at]: [string, number]) => {
    const given = there[document as DocumentType]
    return (
      !(given !== undefined && (given === 0 || given >= at)) && !others.some(one => document in one)
    )
  }
  return Object.fromEntries(Object.entries(had).filter(isGone))
}

const begunSince = ({ dossiers }: Records, at: number) =>
  [...dossiers].flatMap(([id, row]) => (Number(row?.createdAt) > at ? [id] : []))

const hasAnswersSince = ({ dossiers }: Records, at: number) =>
  [...dossiers.values()].some(
    row => isSound('dossiers', row) && Number(row.savedAt) > at && hasAnswers(row),
  )
