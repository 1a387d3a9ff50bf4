import type { BodyOf } from '../../src/core/api/endpoints.ts'
import type { Destination, Picked } from '../../src/documents/pick.ts'
import { needsCode, type RequestKey } from '../../src/outbox/item.ts'
import type { DocumentType } from '../../src/spec/documents.ts'
import type { Portal } from './bundle.ts'
import type { Owner } from './disk.ts'
import type { Ledger } from './ledger.ts'
import { turned } from './pictures.ts'
import type { World } from './world.ts'

/** Of the calls that wait in the outbox, those without a photo. */
export const calls = ['save', 'code', 'newCode', 'validate'] as const
export type Call = (typeof calls)[number]

export const dossiers = ['awa', 'issa'] as const
export type Dossier = (typeof dossiers)[number]

type Calls = 'enrol' | 'confirmCode' | 'validateFile'
export type CallBody = { [E in Calls]: { endpoint: E; body: BodyOf<E> } }[Calls]

/** What a screen does with the portal's verbs: `photo-service.ts` for two students at once, and the wizard without React. */
export class Screen {
  readonly #running = new Map<string, AbortController>()
  readonly #sources = new Map<string, string>()

  constructor(
    readonly portal: Portal,
    readonly owner: Owner,
    readonly world: World,
    readonly ledger: Ledger,
    readonly blame: (error: unknown) => void,
    readonly clock = { ahead: 0 },
  ) {}

  /** By the phone's clock. */
  protected get now(): number {
    return this.world.now + this.clock.ahead
  }

  /** As the documents' step does when it is shown, and again when the network is back. */
  async open(): Promise<void> {
    const { portal } = this
    for (const id of dossiers) await portal.changeDossier(id, stored => stored ?? this.#dossierOf(id))
    portal.watchConnectivity(() => {
      if (portal.currentConnectivity() !== 'away') this.#goOn().catch(this.blame)
    })
    await this.#goOn()
  }

  async choose(dossier: Dossier, document: DocumentType, picture: string): Promise<void> {
    const key = `${dossier}/${document}`
    const task = this.#begin(key)
    this.ledger.chooses(this.owner, key, picture)
    const file = new SlowFile(picture, this.world)
    const to = this.destination(dossier, document)
    const owner = { ...this.#dossierOf(dossier), answers: { matricule: to.matricule ?? '' } }
    const picked = await this.portal.pickFile(file, owner, document, task.signal)
    if (task.signal.aborted || typeof picked === 'string') return
    this.ledger.sawKept(key, picture, this.owner)
    const sent = { ...picked, to }
    await this.#follow(key, sent, this.portal.preparePicked(sent, task.signal), task)
  }

  /** Turns the photo that this page still has at hand. */
  async mend(dossier: Dossier, document: DocumentType): Promise<void> {
    const key = `${dossier}/${document}`
    const source = this.#sources.get(key)
    const item = (await this.portal.listItems()).find(
      other => other.dossier === dossier && other.requestKey === document,
    )
    if (!source || !item) return
    const task = this.#begin(key)
    this.ledger.edits(key, turned(source))
    const to = this.destination(dossier, document)
    const from = { bytes: new TextEncoder().encode(source).buffer, picture: new Blob([source]), edits: item.id, to }
    const making = { edit: { turns: 1 as const } }
    await this.#follow(key, from, this.portal.preparePicked(from, task.signal, making), task)
  }

  async remove(dossier: Dossier, document: DocumentType): Promise<void> {
    const { portal } = this
    this.#running.get(`${dossier}/${document}`)?.abort()
    this.#running.delete(`${dossier}/${document}`)
    this.#sources.delete(`${dossier}/${document}`)
    const sourceFile = await portal.sourceFileOf(dossier, document)
    if (sourceFile) await portal.forgetSourceFile(dossier, document, sourceFile.revision)
    await this.withdraw(dossier, document)
  }

  async ask(dossier: Dossier, call: Call, entry: string): Promise<void> {
    const body = this.bodyOf(dossier, call, entry)
    await this.portal.queueRequest({ dossier, requestKey: call, ...body }, this.now)
    this.ledger.sawKept(`${dossier}/${call}`, JSON.stringify(body.body), this.owner)
  }

  async withdraw(dossier: Dossier, requestKey: RequestKey): Promise<void> {
    const { portal } = this
    await portal.withdrawRequest(dossier, requestKey)
  }

  /** The provider has taken the code that it had sent to this student. */
  async giveCode(dossier: Dossier): Promise<void> {
    await this.portal.goOnWithCode(dossier, this.now)
  }

  /** The button stands there while the item is refused, or waits for a code; it may be pressed on what another tab has changed since. */
  async resend(dossier: Dossier, requestKey: string, afterMs: number): Promise<void> {
    const item = (await this.portal.listItems()).find(
      other => other.dossier === dossier && other.requestKey === requestKey,
    )
    if (item?.state !== 'refused' && !(item && needsCode(item))) return
    this.world.later(afterMs, () => {
      if (!this.owner.alive) return
      this.portal.sendAgain(item.id, this.now).catch(this.blame)
    })
  }

  /** Makes a file of it for another phone. */
  async exportDossier(dossier: Dossier): Promise<void> {
    const { portal, world, ledger, owner } = this
    const mark = { at: this.now, id: `parcel ${world.steps} ${world.now}` }
    const contents = await portal.exportContents(dossier, mark)
    if (contents && owner.alive) ledger.hasHandedOver(dossier, mark.id, contents)
  }

  async cancelExport(dossier: Dossier): Promise<void> {
    await this.portal.cancelExport(dossier)
    if (this.owner.alive) await this.#goOn()
  }

  /** The other phone has sent one thing, and the dossier comes back from it. */
  async comesBack(dossier: Dossier): Promise<void> {
    const { portal, world, ledger } = this
    const pkg = ledger.fromElsewhere(dossier, `parcel back ${world.steps} ${world.now}`, world.now)
    if (!pkg) return
    await portal.importPackage(pkg, { now: this.now })
    if (this.owner.alive) ledger.hasComeBack(pkg)
  }

  #dossierOf(id: Dossier) {
    return { id, kind: 'enrolment' as const, shape: 1 as const, createdAt: 0, savedAt: this.now, answers: {} }
  }

  /** Photos are sent whatever has become of the calls before them. */
  protected destination(dossier: Dossier, document: DocumentType): Destination {
    return { dossier, kind: 'enrolment', document, matricule: `M-${dossier}` }
  }

  protected bodyOf(dossier: Dossier, call: Call, entry: string): CallBody {
    const matricule = `M-${dossier}`
    switch (call) {
      case 'code':
        return { endpoint: 'confirmCode', body: { matricule, otp: entry } }
      case 'validate':
        return { endpoint: 'validateFile', body: { matricule } }
      default: {
        const person = { matricule, prenom: 'Awa', nom: 'Keïta', phone: '70000000', dateNaiss: '2007-01-01' }
        return { endpoint: 'enrol', body: { ...person, tuteur: `${call} ${entry}`, numPlace: '1', numAttest: '2' } }
      }
    }
  }

  async #goOn(): Promise<void> {
    for (const dossier of dossiers)
      for (const document of await this.portal.keptSourceFiles(dossier)) {
        const key = `${dossier}/${document}`
        if (this.#running.has(key)) continue
        const task = this.#begin(key)
        const picked = await this.portal.readPicked(this.destination(dossier, document))
        if (picked && typeof picked !== 'string')
          this.#follow(key, picked, this.portal.prepareAgain(picked, task.signal), task).catch(this.blame)
      }
  }

  async #follow(
    key: string,
    picked: Picked,
    prepared: ReturnType<Portal['preparePicked']>,
    task: AbortController,
  ): Promise<void> {
    const taken = await this.portal.queuePrepared(picked, prepared, task.signal, picked.edits !== undefined)
    if (task.signal.aborted) return
    this.#running.delete(key)
    if (!taken.kept) return
    const picture = await taken.picture.text()
    this.ledger.sawKept(key, picture, this.owner)
    if (!taken.wasEdited) this.#sources.set(key, picture)
  }

  #begin(key: string): AbortController {
    this.#running.get(key)?.abort()
    const task = new AbortController()
    this.#running.set(key, task)
    return task
  }
}

/** Reading a picked file takes its time, above all from a cloud. */
class SlowFile extends File {
  readonly #world: World
  readonly #name: string

  constructor(name: string, world: World) {
    super([name], name)
    this.#world = world
    this.#name = name
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return new Promise(resolve => {
      this.#world.later(this.#world.between(0, 400), () => resolve(new TextEncoder().encode(this.#name).buffer))
    })
  }
}
