import type { RawReply } from '../../src/core/api/transport.ts'
import type { Item } from '../../src/outbox/item.ts'
import type { Ports } from '../../src/outbox/ports.ts'
import type { Portal, Worse } from './bundle.ts'
import { crowded, schedules } from './schedule.ts'

/** What could be wrong with the portal, told by what it does; and the rule that must notice. */
type Faults = Readonly<Record<string, readonly [breaks: RegExp, worse: Worse]>>

const withPorts = (change: (real: Ports, portal: () => Portal) => Partial<Ports>): Worse => ({
  ports: (real, portal) => ({ ...real, ...change(real, portal) }),
})
type Send = Ports['send']
/** The answer of each sending, or its fault, made into another. */
const answering = (change: (sent: ReturnType<Send>) => ReturnType<Send>): Worse =>
  withPorts(({ send }) => ({ send: (...call) => change(send(...call)) }))
type Write = Ports['record']
/** What is written of each attempt. */
const recording = (change: (record: Write, ports: Ports, portal: () => Portal) => Write): Worse =>
  withPorts((ports, portal) => ({ record: change(ports.record, ports, portal) }))
type Keep = Parameters<NonNullable<Worse['queueRequest']>>[0]
type Request = Parameters<Keep>[0]
/** What is kept in the place of each request. */
const keeping = (change: (request: Request, portal: Portal) => Promise<Request> | Request): Worse => ({
  queueRequest: (real, portal) => async (request, now) =>
    real((await change(request, portal())) as typeof request, now),
})
/** What the sender takes for each item. */
const choosing = (change: (item: Item) => Item): Worse => ({
  findDueItem: real => (items, now) => real(items.map(change), now),
})

type SendInParts = Parameters<NonNullable<Worse['sendInParts']>>[0]
type Exchange = Parameters<SendInParts>[0]
const exchanging = (change: (real: Exchange) => Exchange): Worse => ({
  sendInParts:
    real =>
    (exchange, ...more) =>
      real(change(exchange), ...more),
})

interface Problem {
  kind: string
  retryAfter?: number
}
/** Each tab has classes of its own, so an error is known by what it carries. */
const problemIn = (error: unknown) => (error as { problem?: Problem }).problem

const isIn = (one: Pick<Item, 'dossier' | 'requestKey'>) => (other: Pick<Item, 'dossier' | 'requestKey'>) =>
  other.dossier === one.dossier && other.requestKey === one.requestKey
/** Writes to the queue past all rules. */
const write = ({ transact }: Portal, work: (queue: IDBObjectStore) => void) =>
  transact(['queue'], async ({ queue }) => work(queue))

/** By where each shows soonest. */
const faults: Readonly<Partial<Record<'everywhere' | keyof typeof crowded, Faults>>> = {
  everywhere: {
    'every tab sends, whoever holds the lock': [
      /^\(5\)/,
      withPorts(() => ({ alone: work => work(new AbortController().signal) })),
    ],
    'HTTP 200 counts as success': [
      /^\(1\)/,
      answering(sent =>
        sent.catch(error => {
          if (['captive', 'contract'].includes(problemIn(error)?.kind ?? '')) return { status: 1, msg: '' }
          throw error
        }),
      ),
    ],
    'a refusal counts as success': [/^\(1\)/, answering(async sent => ({ ...(await sent), status: 1 }))],
    'Retry-After is not read': [
      /^\(6\)/,
      answering(sent =>
        sent.catch(error => {
          const { retryAfter: _, ...rest } = problemIn(error) ?? {}
          throw problemIn(error) ? Object.assign(error, { problem: rest }) : error
        }),
      ),
    ],
    'the network that comes back undoes Retry-After': [
      /^\(6\)/,
      {
        hurryItem: () => (item, now) =>
          item.state === 'waiting' && item.notBefore > now ? { ...item, notBefore: now } : item,
      },
    ],
    'a refused document is sent until it passes': [
      /^\(2\)/,
      choosing(item => (item.state === 'refused' ? { ...item, state: 'waiting' } : item)),
    ],
    'what failed once waits for the next thing that the student does': [
      /^\(4\)/,
      { findWakeTime: () => () => undefined },
    ],
    'Background Sync is asked for while it fires': [
      /over and over/,
      {
        around: ({ navigator }) => {
          const { serviceWorker } = navigator as Navigator
          const forgetful = async () => {
            const { sync } = (await serviceWorker.getRegistration()) as { sync?: object }
            return { sync: sync && { ...sync, getTags: async () => [] } }
          }
          const changed = serviceWorker && { getRegistration: forgetful }
          return { navigator: Object.create(navigator as object, { serviceWorker: { value: changed } }) }
        },
      },
    ],
    'taking back deletes what the provider has accepted': [
      /^\(8\)/,
      {
        verbs: portal => ({
          withdrawRequest: async (dossier, requestKey) => {
            await portal.withdrawRequest(dossier, requestKey)
            const left = (await portal.listItems()).filter(isIn({ dossier, requestKey }))
            await write(portal, queue => {
              for (const { id } of left) queue.delete(id)
            })
          },
        }),
      },
    ],
    'the body is forgotten before the provider has accepted it': [
      /^\(3\)/,
      recording((record, _, portal) => async (id, ...attempt) => {
        await record(id, ...attempt)
        await portal().transact(['payloads'], async ({ payloads }) => payloads.delete(id))
      }),
    ],
    'the picked file is let go before its request is on the disk': [
      /^\(3\)/,
      keeping(async (request, { forgetSourceFile }) => {
        if (request.madeFrom) await forgetSourceFile(request.dossier, request.madeFrom, request.revision)
        return request
      }),
    ],
    'an older pick of another tab takes the place of the newer one': [
      /^\([13]\)/,
      keeping(request => (request.edits ? request : { ...request, revision: undefined })),
    ],
    'a file that took long to read is copied over the one picked after it': [
      /^\(1\)/,
      {
        verbs: ({ pickFile }) => ({
          pickFile: (file, dossier, document) => pickFile(file, dossier, document, new AbortController().signal),
        }),
      },
    ],
    'a write counts as done before it is': [
      /before it is on the disk/,
      {
        transact: real => (names, work) =>
          new Promise((resolve, reject) => {
            const early: typeof work = async stores => {
              const result = await work(stores)
              resolve(result)
              return result
            }
            real(names, early).catch(reject)
          }),
      },
    ],
  },
  byCodes: {
    'a question for a code counts as a refusal': [
      /^\(11\)/,
      answering(async sent => ({ ...(await sent), codeRequis: false })),
    ],
    'what waits for a code is sent without one': [/^\(11\)/, choosing(({ code: _, ...item }) => item)],
    'the code that was given lets nothing go': [/^\(4\)/, { verbs: () => ({ goOnWithCode: async () => undefined }) }],
  },
  byPauses: {
    // Only of what was sent itself it is told what was sent.
    'Retry-After is forgotten with the photo that was replaced on its way': [
      /^\(6\)/,
      recording(record => async (id, event, now, sent) => (sent ? record(id, event, now, sent) : undefined)),
    ],
  },
  byHanging: {
    'the oldest always goes first, also when its every transfer hangs': [
      /^\(4\)/,
      {
        findDueItem: real => (items, now) => {
          const due = items.filter(item => real([item], now))
          return due.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0]
        },
      },
    ],
  },
  byDiskFaults: {
    'a page whose disk has failed once does not look again by itself': [
      /^\(4\)/,
      {
        around: real => {
          const { reportError, setTimeout } = real as Pick<typeof globalThis, 'reportError' | 'setTimeout'>
          let failed = false
          return {
            reportError: (error: unknown) => {
              failed = true
              reportError(error)
            },
            setTimeout: (run: () => void, ms = 0) => (failed && ms >= 1_000 ? 0 : setTimeout(run, ms)),
          }
        },
      },
    ],
  },
  byDeaths: {
    'a success that could not be written down at once is sent again by the next tab': [
      /^\(2\)/,
      recording(record => {
        const failed = new WeakMap<object, unknown>()
        return async (id, event, ...more) => {
          const before = failed.get(event)
          failed.delete(event)
          if (before) throw before
          await record(id, event, ...more).catch(error => {
            failed.set(event, error)
            throw error
          })
        }
      }),
    ],
  },
  byTakingBack: {
    'a photo that was taken back too late leaves an empty row': [
      /^\(9\)/,
      recording(record => (id, event, now) => record(id, event, now)),
    ],
    'a photo that was taken back too late is put beside the one that has replaced it': [
      /holds two items/,
      recording((record, { listItems }, portal) => async (id, event, now, sent) => {
        await record(id, event, now, sent)
        const others = (await listItems()).filter(one => sent && isIn(sent)(one) && one.id !== id)
        const isAccepted = event.kind === 'replied' && event.outcome.status === 1
        if (sent && isAccepted && others.length > 0)
          await write(portal(), queue => queue.put({ ...sent, state: 'accepted', settledAt: now }, id))
      }),
    ],
    'a late answer to the old photo marks the new one': [
      /^\([18]\)/,
      recording((record, { listItems }) => async (id, event, now, sent) => {
        const newer = (await listItems()).find(one => sent && isIn(sent)(one))
        await record(newer?.id ?? id, event, now, sent)
      }),
    ],
  },
  byMending: {
    'a mended photo takes the place of one that was picked meanwhile': [
      /^\([13]\)/,
      keeping(async (request, { listItems }) => {
        const isThere = (await listItems()).some(({ id }) => id === request.edits)
        return isThere ? { ...request, edits: undefined } : request
      }),
    ],
    'a mended photo takes the place of one that was queued meanwhile': [
      /^\(1\)/,
      keeping(async (request, { sourceFileOf }) => {
        const { dossier, madeFrom, edits } = request
        const picked = madeFrom && edits && (await sourceFileOf(dossier, madeFrom))
        return picked ? request : { ...request, edits: undefined }
      }),
    ],
  },
  byHanding: {
    'what was handed over is sent from here all the same': [/^\(10\)/, choosing(({ held: _, ...item }) => item)],
    'a dossier leaves before the answer to what is on its way': [/^\(10\)/, { withoutSender: () => work => work() }],
    'what waits is not held in one step with the mark': [
      /^\(10\)/,
      {
        changeDossier: real => (id, change, along) => {
          let isMarked = false
          const seen: typeof change = stored => {
            const next = change(stored)
            isMarked = next?.transferred !== undefined
            return next
          }
          return real(id, seen, along && (async queue => (isMarked ? undefined : along(queue))))
        },
      },
    ],
    'what the other phone has sent is sent from here once it came back': [
      /^\(2\)/,
      {
        merged: real => (here, pkg, now) => {
          const isNew = ({ id }: { id: string }) => !here.items.some(ours => ours.id === id)
          return real(here, { ...pkg, items: pkg.items.filter(isNew) }, now)
        },
      },
    ],
    'what is kept of a dossier that was handed over is not held': [
      /^\(10\)/,
      {
        queueRequest: (real, portal) => async (request, now) => {
          const kept = await real(request, now)
          const made = (await portal().listItems()).find(one => isIn(request)(one) && one.held)
          if (made) await write(portal(), queue => queue.put({ ...made, held: undefined }, made.id))
          return kept
        },
      },
    ],
  },
  byParts: {
    'where an upload stands is not kept': [
      /^\(13\)/,
      withPorts(({ keepUpload }) => ({
        keepUpload: async (id, upload) => (upload?.address ? undefined : keepUpload(id, upload)),
      })),
    ],
    'an upload that was cut begins from zero': [
      /^\(13\)/,
      {
        sendInParts:
          real =>
          (exchange, whole, keeping, ...more) =>
            real(exchange, whole, Object.create(keeping, { upload: { value: undefined } }), ...more),
      },
    ],
    'a part that has arrived is sent again': [
      /^\(12\)|^\(13\)/,
      exchanging(
        real =>
          async (method, ...request) =>
            method === 'HEAD' ? ({ code: 204, text: '', header: () => '0' } as RawReply) : real(method, ...request),
      ),
    ],
    'a captive portal counts as the provider that has forgotten an upload': [
      /^\(1[34]\)/,
      exchanging(real => async (...request) => {
        const reply = await real(...request)
        return reply.code < 300 && reply.text.startsWith('<') ? { ...reply, code: 404 } : reply
      }),
    ],
    'a failed attempt forgets where its upload stands': [
      /^\(13\)/,
      recording((record, { keepUpload }) => async (id, event, ...more) => {
        if (event.kind === 'failed') await keepUpload(id, undefined)
        await record(id, event, ...more)
      }),
    ],
  },
}

export const mutants = Object.entries(faults).flatMap(([crowd, some]) =>
  Object.entries(some).map(([name, [breaks, worse]]) => ({
    name,
    breaks,
    worse,
    among: crowd === 'everywhere' ? schedules : crowded[crowd as keyof typeof crowded],
  })),
)
