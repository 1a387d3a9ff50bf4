import type { Fault } from './bundle.ts'
import { crowded, type schedules } from './schedule.ts'

/** What could be wrong with the portal, and the rule that must notice. */
export interface Mutant extends Fault {
  name: string
  breaks: RegExp
  /** Where it shows soonest; everywhere unless told. */
  among?: typeof schedules
}

const queue = 'outbox/queue.ts'
const transitions = 'outbox/transitions.ts'
const triggers = 'outbox/triggers.page.ts'

export const mutants: readonly Mutant[] = [
  {
    name: 'every tab sends, whoever holds the lock',
    file: 'outbox/ports.ts',
    find: '(lock ? work() : undefined)',
    write: '(lock ? work() : work())',
    breaks: /^\(5\)/,
  },
  {
    name: 'the body is forgotten before the provider has accepted it',
    file: queue,
    find: "if (item.state === 'accepted') stores.payloads.delete(id)",
    write: 'stores.payloads.delete(id)',
    breaks: /^\(3\)/,
  },
  {
    name: 'a late answer to the old photo marks the new one',
    file: queue,
    find: 'id: crypto.randomUUID()',
    write: "id: request.dossier + '/' + request.slot",
    breaks: /^\([18]\)/,
  },
  {
    name: 'HTTP 200 counts as success',
    file: 'provider/read.ts',
    find: 'const json = parse(answer.text)',
    write: "const json = answer.code === 200 ? { status: 1, msg: '' } : parse(answer.text)",
    breaks: /^\(1\)/,
  },
  {
    name: 'a refusal counts as success',
    file: transitions,
    find: "event.outcome.status === 1 ? 'accepted' : 'refused'",
    write: "'accepted'",
    breaks: /^\(1\)/,
  },
  {
    name: 'the picked file is let go before its request is on the disk',
    file: 'documents/take.ts',
    find: 'const image = await toBase64(bytes)',
    write: 'await forgetOriginal(to.dossier, document, pick); const image = await toBase64(bytes)',
    breaks: /^\(3\)/,
  },
  {
    name: 'an older pick of another tab takes the place of the newer one',
    file: queue,
    find: 'original?.pick !== pick',
    write: 'false',
    breaks: /^\([13]\)/,
  },
  {
    name: 'a mended photo takes the place of one that was picked meanwhile',
    file: queue,
    find: ': original !== undefined',
    write: ': false',
    breaks: /^\([13]\)/,
    among: crowded.byMending,
  },
  {
    name: 'a mended photo takes the place of one that was queued meanwhile',
    file: queue,
    find: '!older.some(({ id }) => id === mends)',
    write: 'false',
    breaks: /^\(1\)/,
    among: crowded.byMending,
  },
  {
    name: 'a file that took long to read is copied over the one picked after it',
    file: 'documents/take.ts',
    find: 'if (signal.aborted) return picked',
    write: '',
    breaks: /^\(1\)/,
  },
  {
    name: 'a write counts as done before it is',
    file: 'storage/database.ts',
    find: 'transaction.oncomplete = () => resolve()',
    write: 'resolve()',
    breaks: /before it is on the disk/,
  },
  {
    name: 'Retry-After is not read',
    file: 'provider/read.ts',
    find: '...(retryAfter === undefined ? {} : { retryAfter })',
    write: '...{}',
    breaks: /^\(6\)/,
  },
  {
    name: 'the network that comes back undoes Retry-After',
    file: transitions,
    find: '!answered && ',
    write: '',
    breaks: /^\(6\)/,
  },
  {
    name: 'Retry-After is forgotten with the photo that was replaced on its way',
    file: 'outbox/flush.ts',
    find: 'await passOn(item, event, ports)',
    write: '',
    breaks: /^\(6\)/,
    among: crowded.byPauses,
  },
  {
    name: 'the oldest always goes first, also when its every transfer hangs',
    file: transitions,
    find: 'a.notBefore - b.notBefore || ',
    write: '',
    breaks: /^\(4\)/,
    among: crowded.byHanging,
  },
  {
    name: 'a refused document is sent until it passes',
    file: transitions,
    find: "return item.state === 'waiting' && (pause",
    write: "return item.state !== 'accepted' && (pause",
    breaks: /^\(2\)/,
  },
  {
    name: 'what failed once waits for the next thing that the student does',
    file: triggers,
    find: 'timer = setTimeout(wakeSafely, Math',
    write: 'timer = setTimeout(() => {}, Math',
    breaks: /^\(4\)/,
  },
  {
    name: 'one failed look at the disk ends all sending',
    file: triggers,
    find: 'timer = setTimeout(wakeSafely, afterFaultMs)',
    write: '',
    breaks: /^\(4\)/,
    among: crowded.byDiskFaults,
  },
  {
    name: 'a success that could not be written down at once is sent again by the next tab',
    file: 'outbox/flush.ts',
    find: 'await record().catch(record)',
    write: 'await record()',
    breaks: /^\(2\)/,
    among: crowded.byDiskFaults,
  },
  {
    name: 'Background Sync is asked for while it fires',
    file: triggers,
    find: "if (!tags?.includes('outbox'))",
    write: '',
    breaks: /over and over/,
  },
  {
    name: 'a photo that was taken back too late leaves an empty row',
    file: queue,
    find: ' && (await comesBack(stores, sent))',
    write: ' && false',
    breaks: /^\(9\)/,
    among: crowded.byTakingBack,
  },
  {
    name: 'a photo that was taken back too late is put beside the one that has replaced it',
    file: 'outbox/taken-back.ts',
    find: ' && !items.some(item => item.dossier === dossier && item.slot === slot)',
    write: '',
    breaks: /holds two items/,
    among: crowded.byTakingBack,
  },
  {
    name: 'taking back deletes what the provider has accepted',
    file: queue,
    find: " && item.state !== 'accepted'",
    write: '',
    breaks: /^\(8\)/,
  },
]
