import * as fc from 'fast-check'
import type { RequestKey } from '../../src/outbox/item.ts'
import { type DocumentType, documentTypes } from '../../src/spec/documents.ts'
import type { Device } from './device.ts'
import { type Fate, fates } from './provider.ts'
import { type Call, calls, type Dossier } from './student.ts'

/** What a student, a phone and a network may do next. */
export type Verb =
  | {
      kind: 'choose'
      tab: number
      dossier: Dossier
      document: DocumentType
      picture: string
    }
  | { kind: 'ask'; tab: number; dossier: Dossier; call: Call; entry: string }
  | { kind: 'mend'; tab: number; dossier: Dossier; document: DocumentType }
  | { kind: 'withdraw'; tab: number; dossier: Dossier; requestKey: RequestKey }
  | { kind: 'resend'; tab: number; dossier: Dossier; requestKey: string; afterMs: number }
  | { kind: 'open' | 'kill' | 'reload' | 'lookAt'; tab: number }
  | { kind: 'exportDossier' | 'cancelExport' | 'comesBack' | 'giveCode'; tab: number; dossier: Dossier }
  | { kind: 'offline' | 'online' | 'wake' | 'killWorker' }
  | { kind: 'weather'; fates: Fate[] }
  | { kind: 'failDisk'; times: number }

const kind = <K extends Verb['kind']>(name: K) => fc.constant(name)
const tab = fc.nat(2)
// Few places and few pictures, so that they get in each other's way.
const document = fc.constantFrom(...documentTypes.slice(0, 3))
const dossier = fc.constantFrom<Dossier[]>('awa', 'awa', 'awa', 'issa')
const picture = fc.constantFrom('photo 1', 'photo 2', 'photo 3', 'photo 4', 'bad photo')
const call = fc.constantFrom(...calls)
/** A document or a short call. */
export const places = fc.oneof(document, call)

export const choices: fc.Arbitrary<Verb> = fc.record({ kind: kind('choose'), tab, dossier, document, picture })
export const asks: fc.Arbitrary<Verb> = fc.record({
  kind: kind('ask'),
  tab,
  dossier,
  call,
  entry: fc.constantFrom('12', '34'),
})
const resends: fc.Arbitrary<Verb> = fc.record({
  kind: kind('resend'),
  tab,
  dossier,
  requestKey: places,
  afterMs: fc.nat(30_000),
})
export const openings: fc.Arbitrary<Verb> = fc.record({ kind: kind('open'), tab })
/** Of a tab or the worker, with another one that may take over. */
export const endings: fc.Arbitrary<Verb> = fc.oneof(
  fc.record({ kind: kind('reload'), tab }),
  fc.record({ kind: kind('wake') }),
  fc.record({ kind: kind('killWorker') }),
)
export const edits: fc.Arbitrary<Verb> = fc.record({ kind: kind('mend'), tab, dossier, document })
export const withdrawals: fc.Arbitrary<Verb> = fc.record({ kind: kind('withdraw'), tab, dossier, requestKey: places })
export const exports: fc.Arbitrary<Verb> = fc.record({
  kind: fc.constantFrom(
    'exportDossier' as const,
    'exportDossier' as const,
    'cancelExport' as const,
    'comesBack' as const,
  ),
  tab,
  dossier,
})
/** Also where none is asked for: another tab may have given it. */
export const codesGiven: fc.Arbitrary<Verb> = fc.record({ kind: kind('giveCode'), tab, dossier })
export const diskFaults: fc.Arbitrary<Verb> = fc.record({
  kind: kind('failDisk'),
  times: fc.integer({ min: 1, max: 3 }),
})
/** What becomes of the next requests. */
export const weatherOf = (...of: Fate[]): fc.Arbitrary<Verb> =>
  fc.record({ kind: kind('weather'), fates: fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 3 }) })
/** A line that cuts most of what it carries, for a while. */
export const stormOf = (...of: Fate[]): fc.Arbitrary<Verb> =>
  fc.record({ kind: kind('weather'), fates: fc.array(fc.constantFrom(...of), { minLength: 4, maxLength: 12 }) })

export const verbs: fc.Arbitrary<Verb> = fc.oneof(
  { weight: 6, arbitrary: choices },
  { weight: 2, arbitrary: edits },
  { weight: 2, arbitrary: asks },
  { weight: 1, arbitrary: withdrawals },
  { weight: 2, arbitrary: exports },
  { weight: 2, arbitrary: resends },
  { weight: 1, arbitrary: codesGiven },
  { weight: 3, arbitrary: openings },
  { weight: 2, arbitrary: fc.record({ kind: kind('kill'), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('reload'), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('lookAt'), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('offline') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('online') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('wake') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('killWorker') }) },
  { weight: 5, arbitrary: weatherOf(...fates) },
  { weight: 2, arbitrary: stormOf('halfBody', 'halfBody', 'good', ...fates) },
  { weight: 1, arbitrary: diskFaults },
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
