import { placeOf, type Shared } from './browser.ts'
import type { Portal, Surroundings } from './bundle.ts'
import { Caches } from './caches.ts'
import { Disk, type Owner } from './disk.ts'
import { Ledger } from './ledger.ts'
import { Link, type Provider } from './link.ts'
import { Locks } from './locks.ts'
import { justNames, type Pictures } from './pictures.ts'
import type { Fate } from './provider.ts'
import { StandIn } from './stand-in.ts'
import { Screen } from './student.ts'
import { BackgroundSync } from './sync.ts'
import { announcement } from './uploads.ts'
import { Watch } from './watch.ts'
import type { World } from './world.ts'

export interface Code {
  portal(around: Surroundings): Portal
  databases(queueStep: (step: () => void) => void): IDBFactory
}

interface Tab {
  owner: Owner
  screen: Screen
  fire(type: string): void
}

export interface Setting {
  /** Chromium has Background Sync, the others have not. */
  backgroundSync: boolean
  /** Whether the provider announces uploads in parts. */
  announces: boolean
  poison: { requestKey: string; fate: Fate } | undefined
  /** In the place of the model's own, where there is one. */
  provider?: (ledger: Ledger) => Provider
  pictures?: Pictures
  cookies?: () => string
  Screen?: typeof Screen
}

/** A browser ends an event of the worker after three minutes (docs/platform.md, "Sending"). */
const workerLifeMs = 180_000

/** A phone: up to three tabs and a worker on one disk, one line and one set of locks. */
export class Device {
  readonly ledger: Ledger
  readonly watch: Watch
  readonly link: Link
  readonly clock = { ahead: 0 }
  readonly #shared: Shared
  readonly #tabs: Array<Tab | undefined> = [undefined, undefined, undefined]
  readonly #sync: BackgroundSync
  #worker: { owner: Owner; ended(sent: boolean): void } | undefined
  #born = 0

  constructor(
    readonly world: World,
    readonly code: Code,
    readonly setting: Setting,
  ) {
    const { pictures = justNames, cookies = () => '', announces } = setting
    this.ledger = new Ledger(world, pictures)
    this.watch = new Watch(world, this.ledger, setting.poison, () => this.#shared.disk.failed)
    const own = () => new StandIn(this.ledger.uploads, request => this.watch.brings(request), announces)
    this.link = new Link(world, this.watch, setting.provider?.(this.ledger) ?? own())
    this.#sync = new BackgroundSync(
      world,
      () => this.link.antenna,
      (lastChance, ended) => this.wakeWorker(lastChance, ended),
    )
    this.#shared = {
      world,
      link: this.link,
      pictures,
      cookies,
      clock: this.clock,
      locks: new Locks(world),
      channels: new Set(),
      disk: new Disk(
        code.databases(step => world.later(0, step, 'disk')),
        world,
        (writes, owner) => this.ledger.committed(writes, owner),
      ),
      caches: new Caches(),
      notes: new Map(),
      sync: setting.backgroundSync ? this.#sync.manager : undefined,
    }
  }

  /** The student uses a tab that is open, or opens this one. */
  screenAt(index: number): Screen {
    return (this.#tabs[index] ?? this.#tabs.find(tab => tab !== undefined) ?? this.openTab(index)).screen
  }

  openTab(index: number): Tab {
    const open = this.#tabs[index]
    if (open) return open
    const owner = this.#owner(`tab ${index}`)
    const { around, fire } = placeOf(owner, 'tab', this.#shared)
    const portal = this.code.portal(around)
    const { Screen: Kind = Screen, announces } = this.setting
    const blame = (error: unknown) => this.blame(error, owner.name)
    const screen = new Kind(portal, owner, this.world, this.ledger, blame, this.clock)
    const tab = { owner, screen, fire }
    this.#tabs[index] = tab
    // The page has asked for the dates.
    if (announces && this.link.antenna) portal.learnUploadLimit('current', announcement)
    portal.lookFirst()
    portal.bePatient(() => Promise.reject(new Error('A page of the model keeps nothing in its memory.')))
    portal.startSending()
    screen.open().catch(error => this.blame(error, owner.name))
    return tab
  }

  get hasTab(): boolean {
    return this.#tabs.some(tab => tab !== undefined)
  }

  failDisk(times: number): void {
    this.#shared.disk.failures = times
  }

  blame(error: unknown, who: string): void {
    if (!this.#shared.disk.excuses(error)) this.world.violated(`${who}: ${error}`)
  }

  killTab(index: number): void {
    const tab = this.#tabs[index]
    this.#tabs[index] = undefined
    if (tab) this.#kill(tab.owner)
  }

  lookAt(index: number): void {
    this.#tabs[index]?.fire('visibilitychange')
  }

  loseNetwork(): void {
    if (!this.link.antenna) return
    this.world.tell(() => 'offline')
    this.link.lose()
    for (const tab of this.#tabs) tab?.fire('offline')
  }

  findNetwork(): void {
    if (this.link.antenna) return
    this.world.tell(() => 'online')
    this.link.antenna = true
    for (const tab of this.#tabs) tab?.fire('online')
    this.#sync.networkIsBack()
  }

  /** The browser wakes the worker, with one event at a time. */
  wakeWorker(lastChance: boolean, ended: (sent: boolean) => void): 'begun' | 'busy' {
    if (this.#worker) return 'busy'
    const owner = this.#owner('worker')
    this.#worker = { owner, ended }
    const { around } = placeOf(owner, 'worker', this.#shared)
    const end = (sent: boolean) => this.#worker?.owner === owner && this.killWorker(sent)
    this.world.later(workerLifeMs, () => end(false))
    this.code
      .portal(around)
      .sendWaiting(lastChance)
      .then(
        () => end(true),
        () => end(false),
      )
    return 'begun'
  }

  killWorker(sent = false): void {
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    this.#kill(worker.owner)
    worker.ended(sent)
  }

  #owner(name: string): Owner {
    const owner = { name: `${name} (${++this.#born})`, alive: true }
    this.world.tell(() => `${owner.name} starts`)
    return owner
  }

  #kill(owner: Owner): void {
    if (!owner.alive) return
    owner.alive = false
    this.world.tell(() => `${owner.name} ends`)
    const { disk, locks, channels, link } = this.#shared
    disk.cut(owner)
    link.cut(owner)
    for (const channel of channels) if (channel.owner === owner) channels.delete(channel)
    this.world.later(this.world.between(0, 5), () => locks.letGo(owner))
  }
}
