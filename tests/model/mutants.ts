import type { RawReply } from '../../src/core/api/transport.ts'
import type { Item } from '../../src/outbox/item.ts'
import type { Ports } from '../../src/outbox/ports.ts'
import type { Portal, Worse } from './bundle.ts'
import { crowded, type schedules } from './schedule.ts'

/** What could be wrong with the portal, told by what it does, and the rule that must notice. */
export interface Mutant {
  name: string
  breaks: RegExp
  /** Where it shows soonest; everywhere unless told. */
  among?: typeof schedules
  worse: Worse
}

const withPorts = (change: (real: Ports, portal: () => Portal) => Partial<Ports>): Worse => ({
  ports: (real, portal) => ({ ...real, ...change(real, portal) }),
})
type Send = Ports['send']
/** The answer of each sending, or its fault, made into another. */
const answering = (change: (sent: ReturnType<Send>) => ReturnType<Send>): Worse =>
  withPorts(({ send }) => ({ send: (...call) => change(send(...call)) }))
/** What the sender takes for each item. */
const choosing = (change: (item: Item) => Item): Worse => ({
  nextDue: real => (items, now) => real(items.map(change), now),
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

export const mutants: readonly Mutant[] = [
  {
    name: 'every tab sends, whoever holds the lock',
    worse: withPorts(() => ({ alone: work => work(new AbortController().signal) })),
    breaks: /^\(5\)/,
  },
  {
    name: 'HTTP 200 counts as success',
    worse: answering(sent =>
      sent.catch(error => {
        if (['captive', 'contract'].includes(problemIn(error)?.kind ?? '')) return { status: 1, msg: '' }
        throw error
      }),
    ),
    breaks: /^\(1\)/,
  },
  {
    name: 'a refusal counts as success',
    worse: answering(async sent => ({ ...(await sent), status: 1 })),
    breaks: /^\(1\)/,
  },
  {
    name: 'a question for a code counts as a refusal',
    worse: answering(async sent => ({ ...(await sent), codeRequis: false })),
    breaks: /^\(11\)/,
    among: crowded.byCodes,
  },
  {
    name: 'Retry-After is not read',
    worse: answering(sent =>
      sent.catch(error => {
        const { retryAfter: _, ...rest } = problemIn(error) ?? {}
        throw problemIn(error) ? Object.assign(error, { problem: rest }) : error
      }),
    ),
    breaks: /^\(6\)/,
  },
  {
    name: 'the network that comes back undoes Retry-After',
    worse: {
      hurried: () => (item, now) =>
        item.state === 'waiting' && item.notBefore > now ? { ...item, notBefore: now } : item,
    },
    breaks: /^\(6\)/,
  },
  {
    name: 'Retry-After is forgotten with the photo that was replaced on its way',
    // Only of what was sent itself it is told what was sent.
    worse: withPorts(({ record }) => ({
      record: async (id, event, now, sent) => (sent ? record(id, event, now, sent) : undefined),
    })),
    breaks: /^\(6\)/,
    among: crowded.byPauses,
  },
  {
    name: 'the oldest always goes first, also when its every transfer hangs',
    worse: {
      nextDue: real => (items, now) => {
        const due = items.filter(item => real([item], now))
        return due.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0]
      },
    },
    breaks: /^\(4\)/,
    among: crowded.byHanging,
  },
  {
    name: 'a refused document is sent until it passes',
    worse: choosing(item => (item.state === 'refused' ? { ...item, state: 'waiting' } : item)),
    breaks: /^\(2\)/,
  },
  {
    name: 'what failed once waits for the next thing that the student does',
    worse: { nextWake: () => () => undefined },
    breaks: /^\(4\)/,
  },
  {
    name: 'a page whose disk has failed once does not look again by itself',
    worse: {
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
    breaks: /^\(4\)/,
    among: crowded.byDiskFaults,
  },
  {
    name: 'Background Sync is asked for while it fires',
    worse: {
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
    breaks: /over and over/,
  },
  {
    name: 'a success that could not be written down at once is sent again by the next tab',
    worse: withPorts(({ record }) => {
      const failed = new WeakMap<object, unknown>()
      return {
        record: async (id, event, now, sent) => {
          const before = failed.get(event)
          failed.delete(event)
          if (before) throw before
          await record(id, event, now, sent).catch(error => {
            failed.set(event, error)
            throw error
          })
        },
      }
    }),
    breaks: /^\(2\)/,
    among: crowded.byDiskFaults,
  },
  {
    name: 'a photo that was taken back too late leaves an empty row',
    worse: withPorts(({ record }) => ({ record: (id, event, now) => record(id, event, now) })),
    breaks: /^\(9\)/,
    among: crowded.byTakingBack,
  },
  {
    name: 'a photo that was taken back too late is put beside the one that has replaced it',
    worse: withPorts(({ record, listItems }, portal) => ({
      record: async (id, event, now, sent) => {
        await record(id, event, now, sent)
        const others = (await listItems()).filter(one => sent && isIn(sent)(one) && one.id !== id)
        const isAccepted = event.kind === 'replied' && event.outcome.status === 1
        if (sent && isAccepted && others.length > 0)
          await write(portal(), queue => queue.put({ ...sent, state: 'accepted', settledAt: now }, id))
      },
    })),
    breaks: /holds two items/,
    among: crowded.byTakingBack,
  },
  {
    name: 'taking back deletes what the provider has accepted',
    worse: {
      verbs: portal => ({
        withdraw: async (dossier, requestKey) => {
          await portal.withdraw(dossier, requestKey)
          const left = (await portal.listItems()).filter(isIn({ dossier, requestKey }))
          await write(portal, queue => {
            for (const { id } of left) queue.delete(id)
          })
        },
      }),
    },
    breaks: /^\(8\)/,
  },
  {
    name: 'the body is forgotten before the provider has accepted it',
    worse: withPorts(({ record }, portal) => ({
      record: async (id, event, now, sent) => {
        await record(id, event, now, sent)
        await portal().transact(['payloads'], async ({ payloads }) => payloads.delete(id))
      },
    })),
    breaks: /^\(3\)/,
  },
  {
    name: 'a late answer to the old photo marks the new one',
    worse: withPorts(({ record, listItems }) => ({
      record: async (id, event, now, sent) => {
        const newer = (await listItems()).find(one => sent && isIn(sent)(one))
        await record(newer?.id ?? id, event, now, sent)
      },
    })),
    breaks: /^\([18]\)/,
    among: crowded.byTakingBack,
  },
  {
    name: 'the picked file is let go before its request is on the disk',
    worse: {
      enqueue: (real, portal) => async (request, now) => {
        const { dossier, madeFrom, pickId } = request
        if (madeFrom) await portal().forgetSourceFile(dossier, madeFrom, pickId)
        return real(request, now)
      },
    },
    breaks: /^\(3\)/,
  },
  {
    name: 'an older pick of another tab takes the place of the newer one',
    worse: {
      enqueue: real => (request, now) => real(request.edits ? request : { ...request, pickId: undefined }, now),
    },
    breaks: /^\([13]\)/,
  },
  {
    name: 'a mended photo takes the place of one that was picked meanwhile',
    worse: {
      enqueue: (real, portal) => async (request, now) => {
        const items = request.edits === undefined ? [] : await portal().listItems()
        return real(items.some(({ id }) => id === request.edits) ? { ...request, edits: undefined } : request, now)
      },
    },
    breaks: /^\([13]\)/,
    among: crowded.byMending,
  },
  {
    name: 'a mended photo takes the place of one that was queued meanwhile',
    worse: {
      enqueue: (real, portal) => async (request, now) => {
        const { dossier, madeFrom, edits } = request
        const picked = madeFrom && edits && (await portal().sourceFileOf(dossier, madeFrom))
        return real(picked ? request : { ...request, edits: undefined }, now)
      },
    },
    breaks: /^\(1\)/,
    among: crowded.byMending,
  },
  {
    name: 'a file that took long to read is copied over the one picked after it',
    worse: {
      verbs: ({ keepPicked }) => ({
        keepPicked: (file, document, to) => keepPicked(file, document, to, new AbortController().signal),
      }),
    },
    breaks: /^\(1\)/,
  },
  {
    name: 'a write counts as done before it is',
    worse: {
      transact: real => (names, work, most) =>
        new Promise((resolve, reject) => {
          const early: typeof work = async stores => {
            const result = await work(stores)
            resolve(result)
            return result
          }
          real(names, early, most).catch(reject)
        }),
    },
    breaks: /before it is on the disk/,
  },
  {
    name: 'what was handed over is sent from here all the same',
    worse: choosing(({ held: _, ...item }) => item),
    breaks: /^\(10\)/,
    among: crowded.byHanding,
  },
  {
    name: 'what waits for a code is sent without one',
    worse: choosing(({ code: _, ...item }) => item),
    breaks: /^\(11\)/,
    among: crowded.byCodes,
  },
  {
    name: 'the code that was given lets nothing go',
    worse: { verbs: () => ({ confirmed: async () => undefined }) },
    breaks: /^\(4\)/,
    among: crowded.byCodes,
  },
  {
    name: 'a dossier leaves before the answer to what is on its way',
    worse: { undisturbed: () => work => work() },
    breaks: /^\(10\)/,
    among: crowded.byHanding,
  },
  {
    name: 'what waits is not held in one step with the mark',
    worse: {
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
    breaks: /^\(10\)/,
    among: crowded.byHanding,
  },
  {
    name: 'what the other phone has sent is sent from here once it came back',
    worse: {
      merged: real => (here, pkg, now) => {
        const isNew = ({ id }: { id: string }) => !here.items.some(ours => ours.id === id)
        return real(here, { ...pkg, items: pkg.items.filter(isNew) }, now)
      },
    },
    breaks: /^\(2\)/,
    among: crowded.byHanding,
  },
  {
    name: 'what is kept of a dossier that was handed over is not held',
    worse: {
      enqueue: (real, portal) => async (request, now) => {
        const kept = await real(request, now)
        const made = (await portal().listItems()).find(one => isIn(request)(one) && one.held)
        if (made) await write(portal(), queue => queue.put({ ...made, held: undefined }, made.id))
        return kept
      },
    },
    breaks: /^\(10\)/,
    among: crowded.byHanding,
  },
  {
    name: 'where an upload stands is not kept',
    worse: withPorts(({ keepUpload }) => ({
      keepUpload: async (id, upload) => (upload?.address ? undefined : keepUpload(id, upload)),
    })),
    breaks: /^\(13\)/,
    among: crowded.byParts,
  },
  {
    name: 'an upload that was cut begins from zero',
    worse: {
      sendInParts:
        real =>
        (exchange, whole, keeping, ...more) =>
          real(exchange, whole, Object.create(keeping, { upload: { value: undefined } }), ...more),
    },
    breaks: /^\(13\)/,
    among: crowded.byParts,
  },
  {
    name: 'a part that has arrived is sent again',
    worse: exchanging(
      real =>
        async (method, ...request) =>
          method === 'HEAD' ? ({ code: 204, text: '', header: () => '0' } as RawReply) : real(method, ...request),
    ),
    breaks: /^\(12\)|^\(13\)/,
    among: crowded.byParts,
  },
  {
    name: 'a captive portal counts as the provider that has forgotten an upload',
    worse: exchanging(real => async (...request) => {
      const reply = await real(...request)
      return reply.code < 300 && reply.text.startsWith('<') ? { ...reply, code: 404 } : reply
    }),
    breaks: /^\(1[34]\)/,
    among: crowded.byParts,
  },
  {
    name: 'a failed attempt forgets where its upload stands',
    worse: withPorts(({ record, keepUpload }) => ({
      record: async (id, event, now, sent) => {
        if (event.kind === 'failed') await keepUpload(id, undefined)
        await record(id, event, now, sent)
      },
    })),
    breaks: /^\(13\)/,
    among: crowded.byParts,
  },
]
