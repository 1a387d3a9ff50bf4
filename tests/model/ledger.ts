import { createHash } from 'node:crypto'
import type { TransferPackage } from '../../src/features/transfer/schema.ts'
import type { Contents } from '../../src/outbox/export.ts'
import type { Item } from '../../src/outbox/item.ts'
import type { Owner, Write } from './disk.ts'
import { Exports } from './exports.ts'
import { isPicture, justNames, turned } from './pictures.ts'
import { contentOf, described, newRequestKey, placeOf, type RequestKey } from './request-key.ts'
import { type Dossier, dossiers } from './student.ts'
import { Uploads } from './uploads.ts'
import type { World } from './world.ts'

/** The disk as it was last committed, and the promises that must hold after each commit. */
export class Ledger {
  readonly items = new Map<string, Item>()
  readonly payloads = new Map<string, string>()
  readonly sourceFiles = new Map<string, string>()
  readonly slots = new Map<string, RequestKey>()
  /** The requestKey of every body that ever was on the disk. */
  readonly slotOfBody = new Map<string, string>()
  /** What each item carries or carried, read out and as it goes over the line. */
  readonly #contents = new Map<string, string>()
  readonly #bodies = new Map<string, string>()

  /** The provider's side of uploads in parts. */
  readonly uploads = new Uploads()
  /** Items whose dossier was handed over once: another phone may have begun to send them. */
  readonly wereHeld = new Set<string>()
  /** Items whose place another one took. */
  readonly superseded = new Set<string>()

  /** Of each tab and place, the choice that was made last. */
  readonly #choices = new Map<string, { content: string; kept: boolean }>()

  readonly #handings: Exports

  constructor(
    readonly world: World,
    readonly pictures = justNames,
  ) {
    this.#handings = new Exports(world)
  }

  /** The dossiers that are marked as handed over. */
  handedOver(): Dossier[] {
    return dossiers.filter(dossier => this.#handings.away().includes(dossier))
  }

  isAway(place: string): boolean {
    return dossiers.some(dossier => place.startsWith(`${dossier}/`) && this.#handings.isAway(dossier))
  }

  get acceptedElsewhere(): ReadonlySet<string> {
    return this.#handings.accepted
  }

  hasHandedOver(dossier: Dossier, id: string, contents: Contents): void {
    this.#handings.done(dossier, id, contents, item => this.items.get(item)?.state === 'accepted')
  }

  /** What it brings may fill any place, also one from which something was taken back here meanwhile. */
  fromElsewhere(dossier: Dossier, id: string, now: number): TransferPackage | undefined {
    const made = this.#handings.fromElsewhere(dossier, id, now)
    if (!made) return undefined
    for (const { requestKey: name } of made.parcel.items) {
      const requestKey = this.requestKey(`${dossier}/${name}`)
      requestKey.loose = true
      requestKey.empty = false
    }
    if (made.sent !== undefined) this.stores(made.sent)
    return made.parcel
  }

  hasComeBack(pkg: TransferPackage): void {
    this.#handings.hasComeBack(pkg)
  }

  chooses(owner: Owner, key: string, content: string): void {
    this.#choices.set(`${owner.name} ${key}`, { content, kept: false })
  }

  /** From now on, and until a newer pick: then this would be the older one. */
  edits(key: string, content: string): void {
    this.requestKey(key).mending.add(content)
  }

  withdraws(key: string): void {
    const requestKey = this.requestKey(key)
    requestKey.withdrawals++
    requestKey.loose = true
  }

  hasWithdrawn(key: string, owner: Owner): void {
    const requestKey = this.requestKey(key)
    requestKey.withdrawals--
    if (owner.alive && requestKey.withdrawals === 0 && !this.itemOf(key) && !this.sourceFiles.has(key))
      requestKey.empty = true
  }

  requestKey(key: string): RequestKey {
    const requestKey = this.slots.get(key) ?? newRequestKey()
    this.slots.set(key, requestKey)
    return requestKey
  }

  itemOf(key: string): Item | undefined {
    return [...this.items.values()].find(item => `${item.dossier}/${item.requestKey}` === key)
  }

  committed(writes: readonly Write[], owner: Owner): void {
    const added = writes.filter(({ store, key, value }) => store === 'queue' && value && !this.items.has(key))
    const places = new Set(added.map(({ value }) => placeOf(value as Item)))
    for (const write of writes) if (write.store === 'dossiers') this.#handings.committed(write)
    for (const write of writes) {
      if (write.store === 'payloads') this.#payload(write)
      else if (write.store === 'sourceFiles') this.#original(write, owner)
    }
    for (const write of writes) if (write.store === 'queue') this.#item(write, places)
    this.world.tell(() => `${owner.name} wrote ${writes.map(described).join(', ')}`)
    this.#check()
  }

  /** The screen says that it is kept. */
  sawKept(key: string, content: string, owner: Owner): void {
    const requestKey = this.requestKey(key)
    if (!owner.alive || requestKey.loose || requestKey.withdrawals > 0) return
    if (requestKey.wanted === undefined) this.world.violated(`${key} is said to be kept before it is on the disk`)
    else if (requestKey.wanted === content) this.#check()
  }

  stores(body: string): void {
    const key = this.slotOfBody.get(body)
    if (key !== undefined) this.requestKey(key).stored = contentOf(body, this.pictures)
    this.#check()
  }

  bodyOfItem(id: string): string | undefined {
    return this.#bodies.get(id)
  }

  /** The items whose body this part may be of, those that were replaced among them. */
  itemsWith(part: string, from: number, length: number | undefined): string[] {
    const isPart = (body: string) => body.length === length && body.slice(from, from + part.length) === part
    return [...this.#bodies].flatMap(([id, body]) => (isPart(body) ? [id] : []))
  }

  #payload({ key, value }: Write): void {
    if (typeof value === 'string') {
      this.payloads.set(key, value)
      this.#contents.set(key, contentOf(value, this.pictures))
      this.#bodies.set(key, value)
    } else this.payloads.delete(key)
  }

  #original({ key, value }: Write, owner: Owner): void {
    const requestKey = this.requestKey(key)
    if (value) {
      const content = new TextDecoder().decode((value as { bytes: ArrayBuffer }).bytes)
      this.sourceFiles.set(key, content)
      const choice = this.#choices.get(`${owner.name} ${key}`)
      if (choice?.kept && choice.content !== content)
        this.world.violated(`(1) ${key}: ${content} is copied over ${choice.content}, which was chosen after it`)
      if (choice) choice.kept = choice.content === content
      requestKey.wanted = content
      requestKey.empty = false
      requestKey.mending.clear()
      requestKey.loose = requestKey.withdrawals > 0
      return
    }
    const old = this.sourceFiles.get(key)
    this.sourceFiles.delete(key)
    // The student is told that this is no picture.
    if (old === requestKey.wanted && old !== undefined && !isPicture(old)) {
      const item = this.itemOf(key)
      requestKey.wanted = item && this.#contents.get(item.id)
    }
  }

  #item({ key, value }: Write, refilled: ReadonlySet<string>): void {
    const old = this.items.get(key)
    if (!value) {
      this.items.delete(key)
      if (old && refilled.has(placeOf(old))) this.superseded.add(key)
      if (old?.state === 'accepted' && !refilled.has(placeOf(old)))
        this.world.violated(`(8) ${placeOf(old)} was accepted and is deleted`)
      return
    }
    const item = value as Item
    this.items.set(key, item)
    if (item.held) this.wereHeld.add(key)
    const before = old?.upload
    if (before?.address && before.address === item.upload?.address && item.upload.arrived < before.arrived)
      this.world.violated(`(14) ${placeOf(item)}: what is shown as arrived goes backwards`)
    const held = this.uploads.held(item.upload?.address ?? '')
    if (item.upload && held && item.upload.arrived > held.bytes.length)
      this.world.violated(
        `(14) ${placeOf(item)} shows ${item.upload.arrived} bytes, of which ${held.bytes.length} have arrived`,
      )
    if (old?.state === 'accepted' && JSON.stringify(old) !== JSON.stringify(item))
      this.world.violated(`(8) ${placeOf(item)} was accepted and changes`)
    if (old && old.state !== 'accepted' && item.state === 'accepted') this.#handings.settles(item)
    if (!old) this.#enter(item)
  }

  #enter(item: Item): void {
    const place = placeOf(item)
    const requestKey = this.requestKey(place)
    const content = this.#contents.get(item.id)
    const body = this.payloads.get(item.id)
    if (item.state === 'accepted') {
      this.#comeBack(place, requestKey, content)
      return
    }
    if (body === undefined || createHash('sha256').update(body).digest('hex') !== item.digest) {
      this.world.violated(`${place} stands in the queue without its body`)
      return
    }
    this.slotOfBody.set(body, place)
    if ([...this.items.values()].filter(other => placeOf(other) === place).length > 1)
      this.world.violated(`${place} holds two items`)
    const isPhoto = content !== undefined && content !== body
    const { wanted } = requestKey
    // Mending the very photo that was picked again takes nothing away.
    const isChosen = !isPhoto || wanted === undefined || content === wanted || content === turned(wanted)
    if (!isChosen && !requestKey.loose && !requestKey.mending.has(content))
      this.world.violated(`(1) ${place}: ${content} takes the place of ${wanted}, which was chosen after it`)
    if (isPhoto && requestKey.empty) this.world.violated(`${place}: ${content} comes back after it was taken back`)
    requestKey.empty = false
    requestKey.wanted = content
    requestKey.loose = requestKey.withdrawals > 0
  }

  /** It was taken back while it was on its way, and has arrived. What was picked since is still wanted. */
  #comeBack(place: string, requestKey: RequestKey, content: string | undefined): void {
    if ([...this.items.values()].filter(other => placeOf(other) === place).length > 1)
      this.world.violated(`${place} holds two items`)
    if (!this.sourceFiles.has(place)) requestKey.wanted = content
    requestKey.empty = false
    requestKey.loose = requestKey.withdrawals > 0
  }

  #check(): void {
    for (const [key, requestKey] of this.slots) {
      const item = this.itemOf(key)
      const content = item && this.#contents.get(item.id)
      if (item && item.state !== 'accepted' && !this.payloads.has(item.id))
        this.world.violated(`(3) ${key} waits without its body`)
      if (item?.state === 'accepted' && requestKey.stored !== content)
        this.world.violated(`(1) ${key}: ${content} counts as accepted, the provider holds ${requestKey.stored}`)
      if (requestKey.wanted === undefined || requestKey.loose) continue
      if (content !== requestKey.wanted && this.sourceFiles.get(key) !== requestKey.wanted)
        this.world.violated(`(3) ${key}: ${requestKey.wanted} was kept and is gone`)
    }
  }
}
