import { retrySeconds } from '../../src/core/api/read.ts'
import type { RawReply } from '../../src/core/api/transport.ts'
import { type Item, needsCode } from '../../src/outbox/item.ts'
import { documentTypes } from '../../src/spec/documents.ts'
import type { Owner } from './disk.ts'
import type { Ledger } from './ledger.ts'
import type { Leaving, Sent, Witness } from './link.ts'
import type { Fate } from './provider.ts'
import { placeOf } from './request-key.ts'
import { purposeOf, type Request } from './uploads.ts'
import type { World } from './world.ts'

interface Pause {
  until: number
  owner: Owner
  diskFailures: number
}

const nowhere = 'nowhere'
/** Has the same body as the last step. */
const question = /\/statut$/

/** Stands on the line and checks each request against what is known of it when it leaves. */
export class Watch implements Witness {
  readonly #pauses = new Map<string, Pause>()
  /** The items whose success a living tab has been told of. */
  readonly #seen = new Map<string, { key: string; owner: Owner; diskFailures: number }>()
  /** The items, but for codes themselves, about which the provider's last word was that it wants a code. */
  readonly #asked = new Set<string>()
  sent = 0
  /** How often each item has left, since somebody began to count. */
  readonly counts = new Map<string, number>()

  constructor(
    readonly world: World,
    readonly ledger: Ledger,
    /** One place, or all, whose requests always end in the same way. */
    readonly poison: { requestKey: string; fate: Fate } | undefined,
    readonly diskFailures: () => number,
  ) {}

  leaves(request: Request, owner: Owner, others: readonly string[]): Leaving {
    const { world, ledger } = this
    const purpose = purposeOf(request)
    const item = purpose === 'whole' ? this.#itemOf(request.body) : this.#itemAt(request.url)
    const key = item ? placeOf(item) : (ledger.slotOfBody.get(request.body) ?? nowhere)
    world.tell(() => `${owner.name} sends ${key}, ${purpose} ${request.headers['Upload-Offset'] ?? ''}`)
    this.sent++
    if (purpose === 'end') return { fate: 'good' }
    if (purpose === 'whole' && (key === nowhere || question.test(request.url))) return { isQuestion: true }
    if (others.length > 0) world.violated(`(5) ${owner.name} sends ${key} while ${others} has a request in flight`)
    if (item && (purpose === 'whole' || purpose === 'lastPart'))
      this.counts.set(item.id, (this.counts.get(item.id) ?? 0) + 1)
    if (item?.upload && request.method === 'PATCH' && Number(request.headers['Upload-Offset']) < item.upload.arrived)
      world.violated(`(12) ${key}: bytes that have arrived are sent again`)
    if (item?.state === 'accepted') world.violated(`(2) ${key} is sent again although it stands there as accepted`)
    if (item && this.#knowsSuccess(item.id)) world.violated(`(2) ${key} is sent again after its success was seen`)
    if (item?.state === 'refused') world.violated(`(2) ${key} is sent again although it was refused`)
    if (item && needsCode(item)) world.violated(`(11) ${key} is sent while it waits for a code`)
    if (ledger.isAway(key)) world.violated(`(10) ${key} is sent from here after it was handed over`)
    if (item && ledger.acceptedElsewhere.has(item.id))
      world.violated(`(2) ${key} is sent again although it came back as accepted`)
    // Whose upload is created, the line cannot tell.
    const pause = key === nowhere ? undefined : this.#pauses.get(key)
    if (pause && world.now < pause.until && this.#isKnown(key, pause))
      world.violated(`(6) ${key} is sent ${pause.until - world.now} ms before the time that the provider named`)
    const { poison } = this
    const isPoisoned = poison && (poison.requestKey === 'all' || key.endsWith(`/${poison.requestKey}`))
    return {
      ...(item ? { item: item.id } : {}),
      ...(isPoisoned ? { fate: poison.fate } : {}),
    }
  }

  arrives(body: string): void {
    this.ledger.stores(body)
  }

  /** An upload in parts is known by the first of them; from then on nothing else may be begun for its item. */
  brings({ method, url, headers, body }: Request): void {
    if (method !== 'PATCH') return
    const from = Number(headers['Upload-Offset'])
    const held = this.ledger.uploads.held(url)
    const [id = '', ...others] = body === '' ? [] : this.ledger.itemsWith(body, from, held?.length)
    const item = this.ledger.items.get(id)
    // Bodies of two photos begin alike: a later part tells.
    if (!held || held.item !== undefined || !item || others.length > 0) return
    const begun = this.ledger.uploads.begunFor(item.id)
    const isExcused = this.ledger.wereHeld.has(item.id) || this.diskFailures() > 0
    if (begun.length > 0 && !isExcused)
      this.world.violated(`(13) ${placeOf(item)} begins from zero, and the provider holds some of it at ${begun}`)
    this.ledger.uploads.belongsTo(url, item.id)
  }

  isAnswered({ request, owner, item }: Sent, answer: RawReply, cut: boolean): void {
    const { world } = this
    const whole = this.ledger.items.get(item ?? '')
    const asks = question.test(request.url)
    const key = whole ? placeOf(whole) : (!asks && this.ledger.slotOfBody.get(request.body)) || nowhere
    world.tell(
      () => `${owner.name} is told ${answer.code} ${answer.text.slice(0, 30)} ${answer.header('Retry-After') ?? ''}`,
    )
    if (!cut && item && !this.#hasTwin(item) && /^\{"status":1,.*\}$/.test(answer.text) && answer.code === 200)
      this.#seen.set(item, { key, owner, diskFailures: this.diskFailures() })
    const isCode = /\/(code|newCode)$/.test(key)
    if (!cut && item && !isCode && /"codeRequis":true/.test(answer.text)) this.#asked.add(item)
    else if (item) this.#asked.delete(item)
    const seconds = retrySeconds(answer.header('Retry-After'), world.now)

    if (seconds !== undefined)
      this.#pauses.set(key, {
        until: world.now + seconds * 1000,
        owner,
        diskFailures: this.diskFailures(),
      })
  }

  /** The student has begun anew: what the provider said was said of something else. */
  forgetPause(key: string): void {
    this.#pauses.delete(key)
  }

  /** The phone's clock was set: it may take any pause for one of before. */
  forgetPauses(): void {
    this.#pauses.clear()
  }

  /** Whoever is asked for a code is not told that the photo was refused; whoever took one back too late is shown that it has arrived. */
  verify(): void {
    for (const id of this.#asked)
      if (this.ledger.items.get(id)?.state === 'refused')
        this.world.violated('(11) a question for a code counts as a refusal')
    for (const [id, { key }] of this.#seen) {
      const isDocument = documentTypes.some(type => key.endsWith(`/${type}`))
      // What took its place may itself be taken back before it is sent.
      const mustStand = isDocument && this.#knowsSuccess(id) && !this.ledger.superseded.has(id)
      if (mustStand && !this.ledger.itemOf(key)) this.world.violated(`(9) ${key} was accepted, and its row is empty`)
    }
  }

  /** Who saw it may have died before it was written down, or found the disk failing twice in a row. */
  #knowsSuccess(id: string): boolean {
    const seen = this.#seen.get(id)
    return seen?.owner.alive === true && this.diskFailures() - seen.diskFailures < 2
  }

  /** Who was told may have died before it was written down, or could not write; then nobody else knows. */
  #isKnown(key: string, { until, owner, diskFailures }: Pause): boolean {
    if (owner.alive && diskFailures === this.diskFailures()) return true
    const { trouble, notBefore = 0 } = this.ledger.itemOf(key) ?? {}
    return trouble?.kind === 'http' && trouble.retryAfter !== undefined && notBefore >= until
  }

  /** An item with the very same body stood there before, and may be the one that was on its way. */
  #hasTwin(id: string): boolean {
    const { superseded } = this.ledger
    return [...superseded].some(other => this.ledger.bodyOfItem(other) === this.ledger.bodyOfItem(id))
  }

  #itemAt(address: string): Item | undefined {
    return [...this.ledger.items.values()].find(({ upload }) => upload?.address === address)
  }

  #itemOf(body: string): Item | undefined {
    return [...this.ledger.items.values()].find(item => {
      const key = `${item.dossier}/${item.requestKey}`
      return this.ledger.slotOfBody.get(body) === key && this.ledger.bodyOfItem(item.id) === body
    })
  }
}
