import * as v from 'valibot'
import { endpoints, storedAs } from '../provider/endpoints.ts'
import { type DocumentType, documentTypes, maxUploadBytes } from '../rules/documents.ts'
import { type ParcelItem, shortCalls } from './parcel.ts'

/** What comes out of a file is believed no more than what comes over the line: each length and each name is asked. */

const time = v.pipe(v.number(), v.finite(), v.minValue(0))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const short = v.pipe(v.string(), v.maxLength(200))
const id = v.pipe(short, v.nonEmpty())
const words = v.pipe(v.string(), v.maxLength(5_000))
/** The place of some bytes among the pieces. */
const piece = count

const answers = v.pipe(
  v.record(short, words),
  v.check(all => Object.keys(all).length <= 100),
)

export const dossier = v.object({
  kind: v.picklist(['enrolment', 'correction']),
  createdAt: time,
  savedAt: time,
  answers,
  lookedUp: v.exactOptional(words),
  closed: v.exactOptional(v.boolean()),
})

const item = v.object({
  id,
  slot: v.picklist([...documentTypes, ...shortCalls]),
  endpoint: short,
  digest: short,
  bytes: count,
  state: v.picklist(['waiting', 'refused', 'accepted']),
  createdAt: time,
  settledAt: v.exactOptional(time),
  reply: v.exactOptional(v.object({ status: v.number(), msg: words })),
  left: v.exactOptional(v.literal(true)),
  fingerprint: v.exactOptional(short),
  gzippedBytes: v.exactOptional(count),
  /** Words, or what stands before and after the image, and the image. */
  body: v.exactOptional(v.union([words, v.tuple([words, piece, words])])),
})

const file = v.object({
  document: v.picklist(documentTypes),
  name: v.pipe(v.string(), v.maxLength(500)),
  type: short,
  at: time,
  pick: v.exactOptional(short),
  ready: v.exactOptional(v.object({ fingerprint: short, wire: v.object({ gzipped: count, plain: count }) })),
  piece,
})

const once = <T>(of: (one: T) => string) => v.check((all: T[]) => new Set(all.map(of)).size === all.length)

export const whole = v.object({
  id,
  madeAt: time,
  lineage: id,
  dossier,
  items: v.pipe(
    v.array(item),
    once(({ slot }) => slot),
    once(one => one.id),
  ),
  files: v.pipe(
    v.array(file),
    once(({ document }) => document),
  ),
})

/** Whether it is a request that this portal makes: its call takes that body, and stands in that slot. */
export function isOurs({ slot, endpoint, state, body }: ParcelItem): boolean {
  const row = storedAs(endpoint)
  if (!row || !isPlace(row.endpoint, slot)) return false
  if (state === 'accepted') return body === undefined
  if (body === undefined || body.length > mostBody) return false
  const said: { type?: unknown } = JSON.parse(body)
  return v.is(endpoints[row.endpoint].takes, said) && (said.type === undefined || said.type === slot)
}

/** The largest picture in base64, and what stands around it. */
const mostBody = Math.ceil((maxUploadBytes * 4) / 3) + 10_000

const places: Readonly<Record<string, readonly string[]>> = {
  enrol: ['save', 'newCode'],
  confirmCode: ['code'],
  validateFile: ['validate'],
  uploadDocument: documentTypes,
}

function isPlace(endpoint: string, slot: string): boolean {
  return (places[endpoint] ?? documentTypes.filter(type => endpoint === `replace/${type}`)).includes(slot)
}

/** Which call has filled a slot. */
export function callOf(kind: 'enrolment' | 'correction', slot: ParcelItem['slot']): string {
  if (kind === 'correction' && documentTypes.includes(slot as DocumentType)) return `replace/${slot}`
  return Object.keys(places).find(endpoint => places[endpoint]?.includes(slot)) ?? ''
}
