import type { Fault, Worse } from './bundle.ts'
import { crowded, type schedules } from './schedule.ts'
import { worse } from './worse.ts'

/** What could be wrong with the portal, and the rule that must notice. */
export interface Mutant {
  name: string
  breaks: RegExp
  /** Where it shows soonest; everywhere unless told. */
  among?: typeof schedules
}

const queue = 'outbox/store.ts'
const api = 'outbox/api.ts'
const parts = 'core/api/send-in-parts.ts'
const triggers = 'outbox/triggers.page.ts'

/** In the middle of a transaction, or of what waits for a file: there it can only be told by the words that stand there. */
const words: readonly (Mutant & Fault)[] = [
  {
    name: 'the body is forgotten before the provider has accepted it',
    file: queue,
    find: 'stores.payloads.delete(id)\n    }',
    write: '}\n    stores.payloads.delete(id)',
    breaks: /^\(3\)/,
  },
  {
    name: 'a late answer to the old photo marks the new one',
    file: api,
    find: 'id: crypto.randomUUID()',
    write: "id: request.dossier + '/' + request.requestKey",
    breaks: /^\([18]\)/,
  },
  {
    name: 'the picked file is let go before its request is on the disk',
    file: 'documents/prepare.ts',
    find: 'const image = to.request &&',
    write: 'await forgetSourceFile(to.dossier, document, revision); const image = to.request &&',
    breaks: /^\(3\)/,
  },
  {
    name: 'an older pick of another tab takes the place of the newer one',
    file: api,
    find: '!isUnchanged(request, sourceFile)',
    write: 'false',
    breaks: /^\([13]\)/,
  },
  {
    name: 'a mended photo takes the place of one that was picked meanwhile',
    file: api,
    find: ': sourceFile !== undefined',
    write: ': false',
    breaks: /^\([13]\)/,
    among: crowded.byMending,
  },
  {
    name: 'a mended photo takes the place of one that was queued meanwhile',
    file: api,
    find: '!older.some(({ id }) => id === edits)',
    write: 'false',
    breaks: /^\(1\)/,
    among: crowded.byMending,
  },
  {
    name: 'a file that took long to read is copied over the one picked after it',
    file: 'documents/prepare.ts',
    find: 'if (signal.aborted) return picked',
    write: '',
    breaks: /^\(1\)/,
  },
  {
    name: 'a write counts as done before it is',
    file: 'core/db/database.ts',
    find: 'transaction.oncomplete = () => resolve()',
    write: 'resolve()',
    breaks: /before it is on the disk/,
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
    name: 'Background Sync is asked for while it fires',
    file: triggers,
    find: "if (!tags?.includes('outbox'))",
    write: '',
    breaks: /over and over/,
  },
  {
    name: 'a photo that was taken back too late is put beside the one that has replaced it',
    file: 'outbox/store.ts',
    find: ' && !items.some(item => item.dossier === dossier && item.requestKey === requestKey)',
    write: '',
    breaks: /holds two items/,
    among: crowded.byTakingBack,
  },
  {
    name: 'taking back deletes what the provider has accepted',
    file: api,
    find: " && item.state !== 'accepted'",
    write: '',
    breaks: /^\(8\)/,
  },
  {
    name: 'what was handed over is sent from here all the same',
    file: 'outbox/item.ts',
    find: "state === 'waiting' && !held",
    write: "state === 'waiting'",
    breaks: /^\(10\)/,
    among: crowded.byHanding,
  },
  {
    name: 'what waits for a code is sent without one',
    file: 'outbox/item.ts',
    find: 'isToSend(item) && !isAsked(item)',
    write: 'isToSend(item)',
    breaks: /^\(11\)/,
    among: crowded.byCodes,
  },
  {
    name: 'the code that was given lets nothing go',
    file: queue,
    find: 'item.dossier === dossier ? applyEvent(item,',
    write: 'false ? applyEvent(item,',
    breaks: /^\(4\)/,
    among: crowded.byCodes,
  },
  {
    name: 'a dossier leaves before the answer to what is on its way',
    file: 'outbox/export.ts',
    find: 'await withoutSender(() => contentsOf(id))',
    write: 'await contentsOf(id)',
    breaks: /^\(10\)/,
    among: crowded.byHanding,
  },
  {
    name: 'what waits is not held in one step with the mark',
    file: 'outbox/export.ts',
    find: 'queue => eachOf(id, queue, item => ({ ...item, held: true })),',
    write: '',
    breaks: /^\(10\)/,
    among: crowded.byHanding,
  },
  {
    name: 'what the other phone has sent is sent from here once it came back',
    file: 'features/transfer/merge.rule.ts',
    find: 'if (theirs.id === ours.id) return isNews',
    write: 'if (theirs.id === ours.id) return false',
    breaks: /^\(2\)/,
    among: crowded.byHanding,
  },
  {
    name: 'what is kept of a dossier that was handed over is not held',
    file: api,
    find: 'owner?.transferred ? { ...item, held: true } : item',
    write: 'item',
    breaks: /^\(10\)/,
    among: crowded.byHanding,
  },
  {
    name: 'where an upload stands is not kept',
    file: queue,
    find: 'if (item) putItem(queue, withUpload(item, upload))',
    write: 'if (item && !upload?.address) putItem(queue, withUpload(item, upload))',
    breaks: /^\(13\)/,
    among: crowded.byParts,
  },
  {
    name: 'an upload that was cut begins from zero',
    file: parts,
    find: 'if (isHere && upload.digest === digest) this.#upload = upload',
    write: '',
    breaks: /^\(13\)/,
    among: crowded.byParts,
  },
  {
    name: 'a part that has arrived is sent again',
    file: parts,
    find: "await this.exchange('HEAD', this.#upload?.address ?? '')",
    write: "({ code: 204, text: '', header: () => '0' })",
    breaks: /^\(12\)|^\(13\)/,
    among: crowded.byParts,
  },
  {
    name: 'a captive portal counts as the provider that has taken a part',
    file: parts,
    find: " || (code < 300 && /html/i.test(header('Content-Type') ?? ''))",
    write: '',
    breaks: /^\(1[34]\)/,
    among: crowded.byParts,
  },
  {
    name: 'a failed attempt forgets where its upload stands',
    file: queue,
    find: 'const next = applyEvent(before, event, now)',
    write: 'const next = applyEvent({ ...before, upload: undefined } as Item, event, now)',
    breaks: /^\(13\)/,
    among: crowded.byParts,
  },
]

export const mutants: readonly (Mutant & { faults?: readonly Fault[]; worse?: Worse })[] = [
  ...worse,
  ...words.map(({ file, find, write, ...mutant }) => ({ ...mutant, faults: [{ file, find, write }] })),
]
