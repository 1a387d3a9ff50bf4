import * as fc from 'fast-check'
import type { RequestKey } from '../../src/outbox/item.ts'
import { type DocumentType, documentTypes } from '../../src/spec/documents.ts'
import type { Device } from './device.ts'
import { type Fate, fates } from './provider.ts'
import { type Call, calls, type Dossier } from './student.ts'

type Arguments = Readonly<Record<string, fc.Arbitrary<unknown>>>
type ValueOf<A> = A extends fc.Arbitrary<infer V> ? V : never
type Of<K, A extends Arguments> = fc.Arbitrary<{ kind: K } & { [N in keyof A]: ValueOf<A[N]> }>
const of = <K extends string, A extends Arguments>(kind: K, given = {} as A) =>
  fc.record({ kind: fc.constant(kind), ...given }) as unknown as Of<K, A>

const tab = fc.nat(2)
// Few places and few pictures, so that they get in each other's way.
const document = fc.constantFrom<DocumentType[]>(...documentTypes.slice(0, 3))
const dossier = fc.constantFrom<Dossier[]>('awa', 'awa', 'awa', 'issa')
const picture = fc.constantFrom('photo 1', 'photo 2', 'photo 3', 'photo 4', 'bad photo')
const call = fc.constantFrom<Call[]>(...calls)
/** A document or a short call. */
export const places: fc.Arbitrary<RequestKey> = fc.oneof(document, call)

export const choices = of('choose', { tab, dossier, document, picture })
export const asks = of('ask', { tab, dossier, call, entry: fc.constantFrom('12', '34') })
const resends = of('resend', { tab, dossier, requestKey: places, afterMs: fc.nat(30_000) })
export const openings = of('open', { tab })
const kills = of('kill', { tab })
const reloads = of('reload', { tab })
/** Of a tab or the worker, with another one that may take over. */
export const endings = fc.oneof(reloads, of('wake'), of('killWorker'))
export const edits = of('mend', { tab, dossier, document })
export const withdrawals = of('withdraw', { tab, dossier, requestKey: places })
const exporting = of('exportDossier', { tab, dossier })
export const exports = fc.oneof(
  exporting,
  exporting,
  of('cancelExport', { tab, dossier }),
  of('comesBack', { tab, dossier }),
)
/** Also where none is asked for: another tab may have given it. */
export const codesGiven = of('giveCode', { tab, dossier })
export const diskFaults = of('failDisk', { times: fc.integer({ min: 1, max: 3 }) })
const weather = (kinds: readonly Fate[], minLength: number, maxLength: number) =>
  of('weather', { fates: fc.array(fc.constantFrom(...kinds), { minLength, maxLength }) })
/** What becomes of the next requests. */
export const weatherOf = (...fates: Fate[]) => weather(fates, 1, 3)
/** A line that cuts most of what it carries, for a while. */
export const stormOf = (...fates: Fate[]) => weather(fates, 4, 12)

/** How often each comes among twenty-odd. */
const weighted = [
  [6, choices],
  [2, edits],
  [2, asks],
  [1, withdrawals],
  [2, exports],
  [2, resends],
  [1, codesGiven],
  [3, openings],
  [2, kills],
  [2, reloads],
  [1, of('lookAt', { tab })],
  [2, of('offline')],
  [2, of('online')],
  [2, of('wake')],
  [1, of('killWorker')],
  [5, weatherOf(...fates)],
  [2, stormOf('halfBody', 'halfBody', 'good', ...fates)],
  [1, diskFaults],
] as const

/** What a student, a phone and a network may do next. */
export type Verb = ValueOf<(typeof weighted)[number][1]>
export const verbs = fc.oneof(
  ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary: arbitrary as fc.Arbitrary<Verb> })),
)

export function perform(verb: Verb, device: Device): void {
  const { world, ledger } = device
  const failed = (error: unknown) => device.blame(error, verb.kind)
  world.tell(() => `> ${JSON.stringify(verb)}`)
  switch (verb.kind) {
    case 'choose':
      device.screenAt(verb.tab).choose(verb.dossier, verb.document, verb.picture).catch(failed)
      break
    case 'mend':
      device.screenAt(verb.tab).mend(verb.dossier, verb.document).catch(failed)
      break
    case 'ask':
      device.screenAt(verb.tab).ask(verb.dossier, verb.call, verb.entry).catch(failed)
      break
    case 'withdraw': {
      const screen = device.screenAt(verb.tab)
      const key = `${verb.dossier}/${verb.requestKey}`
      const document = documentTypes.find(type => type === verb.requestKey)
      ledger.withdraws(key)
      device.watch.forgetPause(key)
      const work = document ? screen.remove(verb.dossier, document) : screen.withdraw(verb.dossier, verb.requestKey)
      work.catch(failed).finally(() => ledger.hasWithdrawn(key, screen.owner))
      break
    }
    case 'resend':
      device.screenAt(verb.tab).resend(verb.dossier, verb.requestKey, verb.afterMs).catch(failed)
      break
    case 'giveCode':
    case 'exportDossier':
    case 'cancelExport':
    case 'comesBack':
      device.screenAt(verb.tab)[verb.kind](verb.dossier).catch(failed)
      break
    case 'open':
      device.openTab(verb.tab)
      break
    case 'kill':
      device.killTab(verb.tab)
      break
    case 'reload':
      device.killTab(verb.tab)
      device.openTab(verb.tab)
      break
    case 'lookAt':
      device.lookAt(verb.tab)
      break
    case 'offline':
      device.loseNetwork()
      break
    case 'online':
      device.findNetwork()
      break
    case 'wake':
      device.wakeWorker(false, () => {})
      break
    case 'killWorker':
      device.killWorker()
      break
    case 'weather':
      device.link.fates.push(...verb.fates)
      break
    case 'failDisk':
      device.failDisk(verb.times)
  }
}
