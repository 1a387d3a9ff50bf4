import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { documentTypes } from '../../../src/spec/documents.ts'
import { chunk, header, png } from '../../../tests/photos/pictures.ts'
import { head, Line, startBody } from '../setup/line.ts'
import { patchHeaders, tryCreate, uploadPath } from '../setup/parts.ts'
import { photograph } from '../setup/photographs.ts'
import { requestRaw } from '../setup/raw.ts'
import type { TestServer } from '../setup/server.ts'
import * as visitor from '../setup/visitor.ts'
import { phoneOf } from './enrol.ts'

/** What an attacker sees and has. */
export interface Scene {
  server: Pick<TestServer, 'sent'>
  /** Of nginx. */
  address: string
  /** Of the attacker. */
  from(nth: number): string
  /** The address of the student whose place and matricule the attacker knows. */
  home: string
  known: visitor.SampleStudent
  /** Confirmed students of the attacker's own. */
  allies: readonly visitor.SampleStudent[]
  /** Students who have not enrolled. */
  victims: readonly visitor.SampleStudent[]
  lines: Line[]
  told: { answers: number; refused: number }
}

interface Attacker {
  name: string
  /** Runs again and again until all honest ones have finished. */
  wave(scene: Scene, turn: number): Promise<unknown>
  /** Answers after which honest ones may have to come again; none where nothing stands here. */
  refusals?: Partial<Record<'campus' | 'phone' | 'known', number>>
  /** It is as valid as what honest ones send: no wall refuses it. */
  isValid?: true
  /** Its connections are counted in the kernel. */
  needsKernel?: true
}

type Shot = [from: string, path: string, body: unknown, headers?: Record<string, string>]

const times = <Item>(count: number, make: (nth: number) => Item) => Array.from({ length: count }, (_, nth) => make(nth))
const pick = <Item>(items: readonly Item[], nth: number): Item => items[nth % items.length] as Item
const base = '/2021/v1/etudiant/'

/** So many calls at once; `nth` goes on from wave to wave. */
const salvo =
  (count: number, aim: (scene: Scene, nth: number) => Shot | Promise<Shot>) => (scene: Scene, turn: number) =>
    Promise.all(
      times(count, async step => {
        const [from, path, body, headers] = await aim(scene, turn * count + step)
        const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
        const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers }
        const asks = { method: 'POST', path: base + path, headers: all, body: text, from }
        const { http } = await requestRaw(scene.address, asks).catch(() => ({ http: 0 }))
        scene.told.answers += 1
        if (http !== 200 && http !== 201) scene.told.refused += 1
      }),
    )

const upload = (from: string, student: visitor.SampleStudent, type: string, image: Buffer): Shot => [
  from,
  'files/upload',
  visitor.uploadBody(student, type, image),
]

/** So many lines on which a byte comes now and then; those that were ended are opened again. */
const hold = (count: number, open: (scene: Scene, nth: number) => Promise<Line>) => async (scene: Scene) => {
  const { lines, told } = scene
  const before = lines.length
  const held = lines.splice(0).filter(line => line.isOpen && line.received === '')
  const tried = await Promise.allSettled(times(count - held.length, nth => open(scene, held.length + nth)))
  const opened = tried.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  lines.push(...held, ...opened)
  told.answers += tried.length
  told.refused += before - held.length + tried.length - opened.length
  await Promise.all(lines.map(line => line.write('x')))
}

/** One of four addresses, the first of which is the student's. */
const anywhere = ({ from, home }: Scene, nth: number) => (nth % 4 === 0 ? home : from(nth % 4))

/** The most pixels that are taken, all alike but for one: a few kilobytes that take long to decode. */
const costly = times(6, nth => {
  const [width, height] = [8192, 6144]
  const rows = Buffer.alloc((width + 1) * height)
  rows[width * 100] = nth
  return png(header(width, height, 8, 0), chunk('IDAT', deflateSync(rows)))
})

async function holdPart({ address, allies, from }: Scene, nth: number): Promise<Line> {
  const [client, content] = [from(nth % 3), visitor.endlessBody(pick(allies, nth), 1000)]
  const made = nth % 2 ? undefined : await tryCreate({ address }, { length: 60_000, content, from: client })
  const path = String(made?.headers.location ?? `/2021/v1/uploads/none-${nth}`)
  const headers = patchHeaders(made ? content.length : 0, true)
  return startBody(address, path, Buffer.alloc(40_000, 'x'), 1, { method: 'PATCH', headers, from: client })
}

async function holdHead({ address, from }: Scene): Promise<Line> {
  const line = await Line.open(address, from(1))
  await line.write(head(`${base}enrolement/chrono`, {}).slice(0, -2))
  return line
}

export const attackers: readonly Attacker[] = [
  {
    name: '1 pictures that are costly to decode',
    wave: salvo(4, ({ from, allies }, nth) => upload(from(1), pick(allies, nth), 'attest', pick(costly, nth))),
    isValid: true,
  },
  { name: '2 slow parts of unknown uploads and real ones', wave: hold(225, holdPart) },
  {
    name: '3 wrong places for the known student',
    wave: salvo(20, (scene, nth) => {
      const guess = { ...scene.known, numPlace: String(1000 + nth) }
      return [anywhere(scene, nth), 'enrolement/add', visitor.reducedBody(guess, '77000001')]
    }),
  },
  {
    name: '4 many small pictures for the known student',
    wave: salvo(110, async (scene, nth) =>
      upload(anywhere(scene, nth), scene.known, pick(documentTypes, nth), await photograph(nth, 8, 8, 'png')),
    ),
  },
  {
    name: '5 parts of twenty networks that fill all',
    wave: salvo(60, ({ from, allies }, nth) => {
      const content = visitor.endlessBody(pick(allies, nth), 45_000)
      return [from(nth % 20), 'files/upload', content, { 'upload-complete': '?0', 'upload-length': '900000' }]
    }),
    refusals: { phone: 4 },
  },
  {
    name: '6 slow whole photographs',
    wave: hold(80, ({ address, allies, from }, nth) =>
      startBody(address, uploadPath, visitor.endlessBody(pick(allies, nth), 100_000), 40_000, { from: from(1) }),
    ),
    // What nginx has no place for goes to a process, which has.
    isValid: true,
  },
  {
    name: '6b the same of five networks, which hold all places of nginx',
    wave: hold(500, ({ address, allies, from }, nth) =>
      startBody(address, uploadPath, visitor.endlessBody(pick(allies, nth), 100_000), 40_000, { from: from(nth % 5) }),
    ),
    // While a process cuts the attackers', an honest connection may find none.
    refusals: { campus: 30, phone: 40, known: 10 },
  },
  { name: '7 heads that never end', wave: hold(2000, holdHead), needsKernel: true },
  {
    name: '8 common calls, alike and with something more',
    wave: salvo(500, ({ from }, nth) => [from(1), pick(['new/bac', 'btn/info'], nth), pick(['{}', '{"a":1}'], nth)]),
  },
  {
    name: '9 wrong codes for the known student',
    wave: salvo(20, (scene, nth) => {
      const { matricule } = scene.known
      const [right = '0'] = /\b\d{4}\b/.exec(scene.server.sent(phoneOf(scene.known)).at(-1)?.text ?? '') ?? []
      return [anywhere(scene, nth), 'otp/valide', { matricule, otp: visitor.otherCode(right, 1 + (nth % 9000)) }]
    }),
  },
  {
    name: '10 look-ups that harvest names',
    wave: salvo(300, ({ from, victims }, nth) => {
      const { anneeBac, numPlace, serie, ae } = pick(victims, nth)
      return [from(1), 'search/matricule', { anneeBac, numPlace, serie, ae }]
    }),
  },
  {
    name: '10b the same of three networks, more at once than a process takes',
    wave: salvo(360, ({ from, victims }, nth) => {
      const { anneeBac, numPlace, serie, ae } = pick(victims, nth)
      return [from(nth % 3), 'search/matricule', { anneeBac, numPlace, serie, ae }]
    }),
  },
  {
    name: '11 codes for ever other phones',
    wave: salvo(40, ({ from, victims }, nth) => {
      const body = visitor.completeBody(pick(victims, nth), String(75_000_000 + nth))
      return [from(nth % 4), 'enrolement/add', body]
    }),
  },
  {
    name: '12 uploads that are no photographs',
    wave: salvo(40, ({ from, known, allies }, nth) =>
      upload(from(nth % 3), pick([known, ...allies], nth), 'attest', randomBytes(6000)),
    ),
  },
  {
    name: '13 large bodies that fill the memory',
    wave: salvo(12, ({ from, allies }, nth) =>
      upload(from(nth % 3), pick(allies, nth), 'attest', Buffer.alloc(1_400_000, nth)),
    ),
  },
]
