import type { TransferPackage } from '../../src/features/transfer/schema.ts'
import type { Contents } from '../../src/outbox/contents.ts'
import type { Item } from '../../src/outbox/item.ts'
import type { Write } from './disk.ts'
import { placeOf } from './request-key.ts'
import type { Dossier } from './student.ts'
import type { World } from './world.ts'

interface Mark {
  id: string
  /** What the student was given; nothing leaves this phone from then on. */
  contents?: Contents
}

/** Which dossiers are away, by what was last committed, and what must hold while they are. */
export class Exports {
  readonly #marks = new Map<string, Mark>()
  /** The last that was given out of each dossier. */
  readonly #given = new Map<string, Contents>()
  /** Items that came back as accepted. */
  readonly accepted = new Set<string>()

  constructor(readonly world: World) {}

  away(): string[] {
    return [...this.#marks.keys()]
  }

  isAway(dossier: string): boolean {
    return this.#marks.get(dossier)?.contents !== undefined
  }

  /** What of a dossier was committed; before its items are looked at. */
  committed({ key, value }: Write): void {
    const { transferred } = (value ?? {}) as { transferred?: { id: string } }
    if (!transferred) this.#marks.delete(key)
    else if (this.#marks.get(key)?.id !== transferred.id) this.#marks.set(key, { id: transferred.id })
  }

  settles(item: Item): void {
    if (this.isAway(item.dossier))
      this.world.violated(`(10) ${placeOf(item)} is accepted here after it was handed over as waiting`)
  }

  /** @param known what is accepted on the disk by now */
  done(dossier: string, id: string, contents: Contents, known: (item: string) => boolean): void {
    for (const { item } of contents.items)
      if (item.state !== 'accepted' && known(item.id))
        this.world.violated(`(10) ${placeOf(item)} is handed over as ${item.state}, and was accepted`)
    for (const { item, body } of contents.items)
      if (item.state !== 'accepted' && body === undefined)
        this.world.violated(`(3) ${placeOf(item)} leaves without its body`)
    const mark = this.#marks.get(dossier)
    if (mark?.id !== id) return
    mark.contents = contents
    this.#given.set(dossier, contents)
  }

  /** As another phone makes a package that has sent the first thing that waited. */
  fromElsewhere(
    dossier: Dossier,
    id: string,
    now: number,
  ): { parcel: TransferPackage; sent: string | undefined } | undefined {
    const contents = this.#given.get(dossier)
    if (!contents) return undefined
    const first = contents.items.find(({ item }) => item.state === 'waiting')
    const items = contents.items.map(({ item, body }) => {
      const { id, requestKey, digest, bytes, state, createdAt } = item
      const same = { id, requestKey, digest, bytes, state, createdAt }
      if (item === first?.item) return { ...same, state: 'accepted' as const, settledAt: now }
      return { ...same, ...(body === undefined || state === 'accepted' ? {} : { body }) }
    })
    const about = { ...contents.dossier, transferred: { at: now, id } }
    return { parcel: { dossier: about, items, files: [] }, sent: first?.body }
  }

  hasComeBack({ items }: TransferPackage): void {
    for (const { id, state } of items) if (state === 'accepted') this.accepted.add(id)
  }
}
