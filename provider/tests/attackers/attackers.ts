import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { documentTypes } from '../../../src/spec/documents.ts'
import { chunk, header, png } from '../../../tests/photos/pictures.ts'
import { head, Line, startBody } from '../setup/line.ts'
import { patchHeaders, tryCreate, uploadPath } from '../setup/parts.ts'
import { photograph } from '../setup/photographs.ts'
import { requestRaw } from '../setup/raw.ts'
import type { TestServer } from '../setup/server.ts'
import { completeBody, endlessBody, reducedBody, type SampleStudent, uploadBody } from '../setup/visitor.ts'
import { phoneOfKnown } from './parties.ts'

/** What an attacker sees and has. */
export interface Scene {
  server: Pick<TestServer, 'sent'>
  /** Of nginx. */
  address: string
  /** Of the attacker. */
  from(nth: number): string
  /** The address of the student whose place and matricule are known to the attacker. */
  home: string
  known: SampleStudent
  /** Confirmed students of the attacker's own. */
  allies: readonly SampleStudent[]
  /** Students who have not enrolled. */
  victims: readonly SampleStudent[]
  lines: Line[]
  /** Answers so far, and how many of them were refusals. */
  told: { answers: number; refused: number }
}

type Party = 'campus' | 'phone' | 'known'

interface Attacker {
  name: string
  /** Runs again and again until all honest ones have finished. */
  wave(scene: Scene, nth: number): Promise<unknown>
  /** Refusals that an honest party may have to wait for; none where nothing stands here. */
  refusals?: Partial<Record<Party, number>>
  /** Its connections are counted in the kernel, which only root may teach on a network of its own. */
  needsKernel?: true
}

const times = <Item>(count: number, make: (nth: number) => Item) => Array.from({ length: count }, (_, nth) => make(nth))
const pick = <Item>(items: readonly Item[], nth: number): Item => items[nth % items.length] as Item
const etudiant = '/2021/v1/etudiant/'

async function ask({ address, told }: Scene, from: string, path: string, body: unknown) {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  const asks = { method: 'POST', path: `${etudiant}${path}`, headers, body: text, from }
  const { http } = await requestRaw(address, asks).catch(() => ({ http: 0 }))
  told.answers += 1
  if (http !== 200) told.refused += 1
}

/** Four addresses, of which one is that of the student. */
const anywhere = ({ from, home }: Scene, nth: number) => (nth % 4 === 0 ? home : from(nth % 4))

/** So many lines on which a byte comes now and then; those that were ended are opened again. */
async function hold(scene: Scene, count: number, open: (nth: number) => Promise<Line>): Promise<void> {
  const { lines, told } = scene
  const before = lines.length
  const held = lines.splice(0).filter(line => line.isOpen && line.received === '')
  const opened = await Promise.allSettled(times(count - held.length, nth => open(held.length + nth)))
  lines.push(...held, ...opened.flatMap(one => (one.status === 'fulfilled' ? [one.value] : [])))
  told.answers += opened.length
  told.refused += before - held.length + opened.filter(({ status }) => status === 'rejected').length
  await Promise.all(lines.map(line => line.write('x')))
}

/** The most pixels that are taken, all alike but for one: a few kilobytes that take long to decode. */
const costly = times(6, nth => {
  const [width, height] = [8192, 6144]
  const rows = Buffer.alloc((width + 1) * height)
  rows[width * 100] = nth
  return png(header(width, height, 8, 0), chunk('IDAT', deflateSync(rows)))
})

export const attackers: readonly Attacker[] = [
  {
    name: '1 pictures that are costly to decode',
    wave: (scene, turn) =>
      Promise.all(
        times(4, nth => {
          const picture = pick(costly, turn * 4 + nth)
          return ask(scene, scene.from(1), 'files/upload', uploadBody(pick(scene.allies, nth), 'attest', picture))
        }),
      ),
  },
  {
    name: '2 slow parts for unknown uploads and real ones',
    wave: scene =>
      hold(scene, 225, async nth => {
        const [from, content] = [scene.from(nth % 3), endlessBody(pick(scene.allies, nth), 1000)]
        const isReal = nth % 2 === 0
        const made = isReal ? await tryCreate(scene, { length: 60_000, content, from }) : undefined
        const path = made?.headers.location ? String(made.headers.location) : `/2021/v1/uploads/none-${nth}`
        const headers = patchHeaders(isReal ? content.length : 0, true)
        return startBody(scene.address, path, Buffer.alloc(40_000, 'x'), 1, { method: 'PATCH', headers, from })
      }),
  },
  {
    name: '3 wrong places for the known student',
    wave: (scene, turn) =>
      Promise.all(
        times(20, nth => {
          const guess = { ...scene.known, numPlace: String(1000 + turn * 20 + nth) }
          return ask(scene, anywhere(scene, nth), 'enrolement/add', reducedBody(guess, '77000001'))
        }),
      ),
  },
  {
    name: '4 many small pictures for the known student',
    wave: (scene, turn) =>
      Promise.all(
        times(110, async nth => {
          const picture = await photograph(turn * 110 + nth, 8, 8, 'png')
          const body = uploadBody(scene.known, pick(documentTypes, turn), picture)
          return ask(scene, anywhere(scene, nth), 'files/upload', body)
        }),
      ),
  },
  {
    name: '5 parts of twenty networks that fill all',
    refusals: { phone: 12 },
    wave: scene =>
      Promise.all(
        times(60, async nth => {
          const content = endlessBody(pick(scene.allies, nth), 45_000)
          const creation = { length: 900_000, content, from: scene.from(nth % 20) }
          const { http } = await tryCreate(scene, creation).catch(() => ({ http: 0 }))
          scene.told.answers += 1
          if (http !== 201) scene.told.refused += 1
        }),
      ),
  },
  {
    name: '6 slow whole photographs',
    wave: scene =>
      hold(scene, 80, nth =>
        startBody(scene.address, uploadPath, endlessBody(pick(scene.allies, nth), 100_000), 40_000, {
          from: scene.from(1),
        }),
      ),
  },
  {
    name: '7 heads that never end',
    needsKernel: true,
    wave: scene =>
      hold(scene, 2000, async () => {
        const line = await Line.open(scene.address, scene.from(1))
        await line.write(head(`${etudiant}enrolement/chrono`, {}).slice(0, -2))
        return line
      }),
  },
  {
    name: '8 common calls, alike and with something more',
    wave: scene =>
      Promise.all(times(500, nth => ask(scene, scene.from(1), pick(['new/bac', 'btn/info'], nth), pick(['{}', '{"a":1}'], nth)))),
  },
  {
    name: '9 wrong codes for the known student',
    wave: (scene, turn) =>
      Promise.all(
        times(20, nth => {
          const sent = scene.server.sent(phoneOfKnown(scene.known)).at(-1)?.text ?? ''
          const right = Number(/\b\d{4}\b/.exec(sent)?.[0] ?? 0)
          const otp = String((right + 1 + turn * 20 + nth) % 10_000).padStart(4, '0')
          return ask(scene, anywhere(scene, nth), 'otp/valide', { matricule: scene.known.matricule, otp })
        }),
      ),
  },
  {
    name: '10 look-ups that harvest names',
    wave: (scene, turn) =>
      Promise.all(
        times(300, nth => {
          const { anneeBac, numPlace, serie, ae } = pick(scene.victims, turn * 300 + nth)
          return ask(scene, scene.from(1), 'search/matricule', { anneeBac, numPlace, serie, ae })
        }),
      ),
  },
  {
    name: '11 codes for ever other phones',
    wave: (scene, turn) =>
      Promise.all(
        times(40, nth => {
          const at = turn * 40 + nth
          const body = completeBody(pick(scene.victims, at), String(75_000_000 + at))
          return ask(scene, scene.from(nth % 4), 'enrolement/add', body)
        }),
      ),
  },
  {
    name: '12 uploads that are no photographs',
    wave: scene =>
      Promise.all(
        times(40, nth => {
          const student = nth % 2 ? scene.known : pick(scene.allies, nth)
          return ask(scene, scene.from(nth % 3), 'files/upload', uploadBody(student, 'attest', randomBytes(6000)))
        }),
      ),
  },
  {
    name: '13 large bodies that fill the memory',
    wave: scene =>
      Promise.all(
        times(12, nth => {
          const body = uploadBody(pick(scene.allies, nth), 'attest', Buffer.alloc(1_400_000, nth))
          return ask(scene, scene.from(nth % 3), 'files/upload', body)
        }),
      ),
  },
]
