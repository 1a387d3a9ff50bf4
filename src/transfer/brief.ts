import * as v from 'valibot'
import { documentTypes } from '../rules/documents.ts'
import { type Parcel, type ParcelItem, shortCalls } from './parcel.ts'
import { callOf, dossier } from './schema.ts'

/**
 * Answers alone, as few letters as may be: they are drawn as a QR code that a cheap camera must read. Each thing has its
 * place; the places of `names` and `slots` are the format, so new ones come at their ends.
 */

const names = [
  ...['anneeBac', 'numPlace', 'serie', 'ae', 'matricule', 'prenom', 'nom', 'numAttest', 'phone', 'nina'],
  ...['tuteur', 'dateNaiss', 'confirmed', 'attestation', 'otp'],
]
const slots: readonly ParcelItem['slot'][] = [...shortCalls, ...documentTypes]
const kinds = ['enrolment', 'correction'] as const

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const word = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const brief = v.strictTuple([
  word,
  word,
  count,
  count,
  count,
  count,
  count,
  count,
  count,
  v.union([v.literal(0), v.literal(1), v.string()]),
  v.array(v.union([v.literal(0), v.string()])),
  v.record(v.string(), v.string()),
])

const seconds = (ms: number) => Math.floor(ms / 1000)

export function bytesOfBrief({ id, madeAt, lineage, dossier, items }: Parcel): Uint8Array<ArrayBuffer> {
  const { kind, closed, createdAt, savedAt, answers, lookedUp } = dossier
  const accepted = items.filter(({ state }) => state === 'accepted')
  const said: v.InferInput<typeof brief> = [
    id,
    lineage,
    kinds.indexOf(kind),
    closed ? 1 : 0,
    seconds(madeAt),
    seconds(createdAt),
    seconds(savedAt),
    seconds(Math.max(0, ...accepted.map(({ settledAt = 0 }) => settledAt))),
    accepted.reduce((sum, { slot }) => sum + 2 ** slots.indexOf(slot), 0),
    lookedUp === undefined ? 0 : lookedUp === questionOf(answers) ? 1 : lookedUp,
    names.map(name => answers[name] ?? 0),
    Object.fromEntries(Object.entries(answers).filter(([name]) => !names.includes(name))),
  ]
  return new TextEncoder().encode(JSON.stringify(said))
}

/** What the wizard knows a lookup by; nearly always it is the one that was made from these answers. */
const questionOf = ({ anneeBac, numPlace, serie, ae }: Parcel['dossier']['answers']) =>
  JSON.stringify({ anneeBac, numPlace, serie, ae })

/** @throws whatever, where it was not made by `bytesOfBrief` */
export function briefOfBytes(bytes: Uint8Array<ArrayBuffer>): Parcel {
  const said = v.parse(brief, JSON.parse(new TextDecoder().decode(bytes)))
  const [id, lineage, kindAt, closed, made, created, saved, settled, accepted, asked, values, others] = said
  const known = values.slice(0, names.length).flatMap((value, at) => (value === 0 ? [] : [[names[at], value]]))
  const answers: Parcel['dossier']['answers'] = { ...others, ...Object.fromEntries(known) }
  const lookedUp = asked === 1 ? questionOf(answers) : asked
  const about = {
    kind: kinds[kindAt],
    createdAt: created * 1000,
    savedAt: saved * 1000,
    answers,
    ...(lookedUp === 0 ? {} : { lookedUp }),
    ...(closed ? { closed: true } : {}),
  }
  const judged = v.parse(dossier, about)
  const has = (at: number) => Math.floor(accepted / 2 ** at) % 2 === 1
  const items = slots
    .filter((_, at) => has(at))
    .map(slot => acceptedItem(slot, callOf(judged.kind, slot), settled * 1000))
  return { id, lineage, madeAt: made * 1000, dossier: judged, items, files: [] }
}

const acceptedItem = (slot: ParcelItem['slot'], endpoint: string, at: number): ParcelItem => ({
  id: crypto.randomUUID(),
  slot,
  endpoint,
  digest: '',
  bytes: 0,
  state: 'accepted',
  createdAt: at,
  settledAt: at,
  reply: { status: 1, msg: '' },
})
