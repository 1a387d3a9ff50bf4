import { Buffer } from 'node:buffer'
import type { BodyOf } from '../../src/core/api/endpoints.ts'
import type { StoreName } from '../../src/core/db/connection.ts'
import { type DocumentType, documentTypes } from '../../src/spec/documents.ts'
import { random } from '../random.ts'
import { placeOf, type Shared } from './browser.ts'
import type { Portal } from './bundle.ts'
import { Caches } from './caches.ts'
import type { Code } from './device.ts'
import { Disk, type Owner } from './disk.ts'
import { Link } from './link.ts'
import { Locks } from './locks.ts'
import { justNames } from './pictures.ts'
import { StandIn } from './stand-in.ts'
import { Uploads } from './uploads.ts'
import { World } from './world.ts'

/** One phone whose disk breaks between two starts, and what its student is told of it. */

/** What has become of one thing that the student had: answers or a photo. */
export const verdicts = ['kept', 'put back', 'told', 'silent'] as const
export type Verdict = (typeof verdicts)[number]

export interface Outcome {
  seed: number
  damage: string
  /** Whether one of the two places was left whole. */
  oneWhole: boolean
  /** Whether anything is left that could tell. */
  knowable: boolean
  verdicts: Verdict[]
  faults: string[]
}

const stores = ['dossiers', 'queue', 'payloads', 'sourceFiles', 'device'] as const
const dossier = 'awa'
const documents = documentTypes.slice(0, 4)

type Rows = Map<StoreName, Map<string, unknown>>

interface Had {
  content: string
  /** Prepared, and no request yet. */
  isReady: boolean
}

class Phone {
  readonly world: World
  readonly caches = new Caches()
  readonly notes = new Map<string, string>()
  /** Pictures that the provider has taken, each as often as it came. */
  readonly arrived: string[] = []
  readonly link: Link
  readonly #databases: IDBFactory
  readonly #shared: Shared
  #born = 0

  constructor(
    seed: number,
    readonly code: Code,
  ) {
    this.world = new World(random(seed))
    const { world, caches, notes } = this
    const witness = {
      leaves: () => ({}),
      arrives: (body: string) => {
        const { image }: { image?: string } = JSON.parse(body)
        if (image) this.arrived.push(Buffer.from(image, 'base64').toString())
      },
      brings: () => {},
      isAnswered: () => {},
    }
    this.link = new Link(world, witness, new StandIn(new Uploads(), witness.brings, false))
    this.#databases = code.databases(step => world.later(0, step, 'disk'))
    this.#shared = {
      world,
      link: this.link,
      pictures: justNames,
      cookies: () => '',
      clock: { ahead: 0 },
      locks: new Locks(world),
      channels: new Set(),
      disk: new Disk(this.#databases, world, () => {}),
      caches,
      notes,
      sync: undefined,
    }
  }

  /** Runs until this is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const done = work.finally(() => {
      isDone = true
    })
    done.catch(() => undefined)
    for (let turns = 0; !isDone && turns < 300; turns++) await this.world.run(200, 2_000)
    if (!isDone) throw new Error('stuck')
    return done
  }

  open(): { portal: Portal; owner: Owner } {
    const owner = { name: `tab ${++this.#born}`, alive: true }
    const { around } = placeOf(owner, 'tab', this.#shared)
    const portal = this.code.portal(around)
    portal.lookFirst()
    portal.bePatient(() => Promise.reject(new Error('A page of the model keeps nothing in its memory.')))
    portal.startSending()
    return { portal, owner }
  }

  async kill(owner: Owner): Promise<void> {
    owner.alive = false
    const { disk, locks, channels } = this.#shared
    disk.cut(owner)
    this.link.cut(owner)
    for (const channel of channels) if (channel.owner === owner) channels.delete(channel)
    locks.letGo(owner)
    await this.world.run(400, 50)
  }

  /** All that lies on the disk, as it is or changed. */
  onDisk(change?: (rows: Rows) => Rows): Promise<Rows> {
    return this.until(
      new Promise((resolve, reject) => {
        const request = this.#databases.open('portail')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const database = request.result
          const transaction = database.transaction([...stores], 'readwrite')
          const before: Rows = new Map(stores.map(name => [name, new Map()]))
          for (const name of stores) {
            const cursor = transaction.objectStore(name).openCursor()
            cursor.onsuccess = () => {
              if (cursor.result) {
                before.get(name)?.set(String(cursor.result.key), cursor.result.value)
                cursor.result.continue()
              } else if (change && name === 'device')
                try {
                  for (const [store, rows] of change(before)) {
                    transaction.objectStore(store).clear()
                    for (const [key, row] of rows) transaction.objectStore(store).put(row, key)
                  }
                } catch (error) {
                  reject(error)
                }
            }
          }
          transaction.onabort = () => reject(transaction.error)
          transaction.oncomplete = () => {
            database.close()
            resolve(before)
          }
        }
      }),
    )
  }
}

/** Plays one phone: a student fills in and photographs, something breaks, the portal is opened again. */
export async function playDamage(seed: number, code: Code): Promise<Outcome> {
  const phone = new Phone(seed, code)
  const { world } = phone
  const chance = (of: number) => world.chance() < of
  const pickOf = <T>(all: readonly T[]): T => all[world.between(0, all.length - 1)] as T
  const faults: string[] = []
  const had = new Map<DocumentType, Had>()
  const sent = new Set<string>()
  const given = new Set<string>()
  let answers = 0
  let clock = world.now

  const act = async ({ portal }: { portal: Portal }, moves: number) => {
    for (let move = 0; move < moves; move++) {
      clock = world.now
      const document = pickOf(documents)
      const content = `photo ${given.size + 1} of ${document}, as the student took it`
      switch (world.between(0, 6)) {
        case 0:
        case 1: {
          answers++
          const typed = Object.fromEntries(Array.from({ length: answers }, (_, at) => [`answer${at}`, 'x']))
          await phone.until(
            portal.changeDossier(dossier, stored => dossierOf(stored?.createdAt ?? clock, clock, typed)),
          )
          break
        }
        case 2:
        case 3: {
          given.add(content)
          await phone.until(portal.queueRequest({ ...requestOf(document, content) }, clock))
          // A prepared photo that came before is forgotten by the page once its request is made.
          await phone.until(portal.forgetSourceFile(dossier, document, await revisionOf(portal, document)))
          had.set(document, { content, isReady: false })
          break
        }
        case 4: {
          if (had.has(document)) break
          given.add(content)
          const bytes = new TextEncoder().encode(content).buffer
          const ready = { fingerprint: '', wire: { gzipped: 1, plain: 1 } }
          await phone
            .until(portal.keepReady(dossier, document, { bytes, type: 'image/png', ready }, {}, clock))
            .then(isKept => isKept && had.set(document, { content, isReady: true }))
          break
        }
        case 5:
          if (had.get(document)?.isReady || !had.has(document)) break
          await phone.until(portal.withdrawRequest(dossier, document))
          if (!(await phone.until(portal.listItems())).some(({ requestKey }) => requestKey === document))
            had.delete(document)
          break
        default:
          phone.link.antenna = !phone.link.antenna
      }
      await world.run(world.between(0, 300), pickOf([0, 50, 1_000, 6_000]))
    }
  }
  const revisionOf = async (portal: Portal, document: DocumentType) =>
    (await phone.until(portal.sourceFileOf(dossier, document)))?.revision

  let tab = phone.open()
  phone.link.antenna = chance(0.3)
  answers = 1
  await phone.until(tab.portal.changeDossier(dossier, () => dossierOf(clock, clock, { answer0: 'x' })))
  await act(tab, world.between(1, 6))
  await world.run(2_000, 8_000)
  const early = await phone.onDisk()
  const others = chance(0.3) ? [phone.open()] : []
  await act(tab, world.between(0, 5))
  phone.link.antenna = false
  // What was copied is compared: what was kept in the last moment before a death has one place.
  await world.run(3_000, 10_000)
  for (const { requestKey, state } of await phone.until(tab.portal.listItems()))
    if (state === 'accepted') sent.add(had.get(requestKey as DocumentType)?.content ?? '')
  for (const { owner } of [tab, ...others]) await phone.kill(owner)

  const told = await breakSomething(phone, early, chance, pickOf)
  const arrivedBefore = phone.arrived.length
  tab = phone.open()
  const list = await phone.until(tab.portal.listDossiers()).catch((): undefined => undefined)
  if (!list) return { seed, ...told, verdicts: [], faults: ['stuck: no dossiers'] }
  await phone.until(tab.portal.keptSourceFiles(dossier))
  const unread = await phone.until(tab.portal.readUnread())
  const lost = Object.values(tab.portal.lostThings.get())
  const wasPutBack = tab.portal.isPutBack.get()

  // Whether a request that is gone was made of the prepared photo that lies there again, nobody knows.
  const isDoubtful = (document: DocumentType) =>
    !told.oneWhole && told.damage.includes('rolled back') && early.get('sourceFiles')?.has(`${dossier}/${document}`)

  const found: Verdict[] = []
  const mine = list.readable.find(({ id }) => id === dossier)
  const whole = wasPutBack ? 'put back' : 'kept'
  const isWhole = Object.keys(mine?.answers ?? {}).length >= answers
  const saysAnswers = lost.some(one => one.answers) || list.wiped || unread.dossiers.length > 0
  if (isWhole && lost.some(one => one.answers)) faults.push('word of lost answers that are there')
  found.push(isWhole ? whole : saysAnswers ? 'told' : 'silent')

  // Photos speak when they are sent.
  phone.link.antenna = true
  await world.run(60_000, 900_000)
  const ready = await phone.until(tab.portal.keptSourceFiles(dossier))
  const after = await phone.until(tab.portal.listItems())
  for (const item of after) if (item.state === 'waiting') faults.push(`stuck: ${item.requestKey} waits`)
  for (const [document, { content, isReady }] of had) {
    const item = after.find(({ requestKey }) => requestKey === document)
    const isNamed = lost.some(one => document in one.waiting || document in one.sent)
    const prepared = isReady && mine ? await preparedIn(phone, tab.portal, document) : undefined
    const isThere = item?.state === 'accepted' ? phone.arrived.includes(content) : prepared === content
    if (isThere && lost.some(one => document in one.waiting)) faults.push(`word of loss of ${document}, which is there`)
    if (isThere) found.push(whole)
    else if (isNamed || item?.state === 'refused' || (isReady && ready.includes(document))) found.push('told')
    else if (!isDoubtful(document)) found.push('silent')
  }
  for (const document of documents)
    if (!had.has(document) && lost.some(one => document in one.waiting))
      faults.push(`word of loss of ${document}, which was never there`)
  for (const content of phone.arrived) if (!given.has(content)) faults.push(`a damaged photo arrives: ${content}`)
  for (const content of phone.arrived.slice(arrivedBefore))
    if (sent.has(content) && !told.damage.includes('rolled back')) faults.push(`sent twice: ${content}`)
  return { seed, ...told, verdicts: found, faults }
}

/** The picture that could still become a request. */
async function preparedIn(phone: Phone, portal: Portal, document: DocumentType): Promise<string | undefined> {
  const file = await phone.until(portal.sourceFileOf(dossier, document).catch((): undefined => undefined))
  return file && new TextDecoder().decode(file.bytes)
}

const dossierOf = (createdAt: number, savedAt: number, answers: Record<string, string>) => ({
  id: dossier,
  kind: 'enrolment' as const,
  shape: 1 as const,
  createdAt,
  savedAt,
  answers,
})

const requestOf = (document: DocumentType, content: string) => {
  const image = Buffer.from(content).toString('base64')
  const body: BodyOf<'uploadDocument'> = { matricule: 'M-awa', type: document, image }
  return { dossier, requestKey: document, endpoint: 'uploadDocument' as const, body }
}

type Damage = Pick<Outcome, 'damage' | 'oneWhole' | 'knowable'>
type PickOf = <T>(all: readonly T[]) => T

async function breakSomething(
  phone: Phone,
  early: Rows,
  chance: (of: number) => boolean,
  pickOf: PickOf,
): Promise<Damage> {
  const said: string[] = []
  let isDatabaseWhole = true
  let isCopyWhole = true
  if (chance(0.9)) {
    isDatabaseWhole = false
    await phone.onDisk(rows => {
      const [what, after] = broken(rows, early, chance, pickOf)
      said.push(what)
      return after
    })
  }
  if (chance(0.3)) {
    isCopyWhole = false
    said.push(breakCopies(phone.caches, chance, pickOf))
  }
  const oneWhole = isDatabaseWhole || isCopyWhole
  const isWitnessed = !chance(0.1)
  if (!isWitnessed) {
    said.push('notes gone')
    phone.notes.clear()
  }
  return { damage: said.join(', ') || 'nothing', oneWhole, knowable: oneWhole || isWitnessed }
}

function broken(rows: Rows, early: Rows, chance: (of: number) => boolean, pickOf: PickOf): [string, Rows] {
  if (chance(0.2)) return ['database gone', new Map(stores.map(name => [name, new Map()]))]
  if (chance(0.15)) return ['rolled back', early]
  const store = pickOf(stores.filter(name => name !== 'device' && (rows.get(name)?.size ?? 0) > 0))
  const mine = new Map(rows.get(store))
  const after = new Map([...rows, [store, mine]])
  if (chance(0.15)) {
    mine.clear()
    return [`${store} emptied`, after]
  }
  const key = pickOf([...mine.keys()])
  const change = pickOf(['gone', 'text', 'number', 'letters', 'stateless'] as const)
  const row = mine.get(key)
  if (change === 'gone') mine.delete(key)
  else mine.set(key, changed[change](row))
  return [`${store} ${change}`, after]
}

const changed = {
  text: () => 'text',
  number: () => 7,
  stateless: (row: unknown) => {
    if (typeof row !== 'object') return 7
    const { state: _, savedAt: __, bytes: ___, ...rest } = row as Record<string, unknown>
    return rest
  },
  /** Eight letters or bytes of a photo are others; of a record without one, nothing is left. */
  letters: (row: unknown) => {
    if (typeof row === 'string') return row.replace(/"image":".{8}/, '"image":"WWWWWWWW')
    const { bytes } = row as { bytes?: unknown }
    return bytes instanceof ArrayBuffer ? { ...(row as object), bytes: flipped(bytes) } : {}
  },
}

function flipped(bytes: ArrayBuffer): ArrayBuffer {
  const copy = new Uint8Array(bytes.slice(0))
  for (let at = 0; at < Math.min(8, copy.length); at++) copy[at] = (copy[at] ?? 0) ^ 1
  return copy.buffer
}

function breakCopies({ all }: Caches, chance: (of: number) => boolean, pickOf: PickOf): string {
  if (chance(0.3)) {
    all.clear()
    return 'copies gone'
  }
  for (const entries of all.values()) {
    if (entries.size === 0) continue
    const url = pickOf([...entries.keys()])
    const bytes = entries.get(url) ?? new ArrayBuffer(0)
    const how = pickOf(['gone', 'half', 'flipped', 'empty'] as const)
    if (how === 'gone') entries.delete(url)
    else
      entries.set(
        url,
        { half: bytes.slice(0, bytes.byteLength / 2), flipped: flipped(bytes), empty: new ArrayBuffer(0) }[how],
      )
    return `copy ${how}`
  }
  return 'no copy'
}
