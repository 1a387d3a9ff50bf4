import type { Problem } from '../../src/core/api/problem.ts'
import type { Item } from '../../src/outbox/item.ts'
import type { Ports } from '../../src/outbox/ports.ts'
import type { Worse } from './bundle.ts'
import type { Mutant } from './mutants.ts'
import { crowded } from './schedule.ts'

/** Faults that are told by what the portal would do: its code may be written anew, and they still mean the same. */

const withPorts = (change: (real: Ports) => Partial<Ports>): Worse => ({
  ports: real => ({ ...real, ...change(real) }),
})

/** Each tab has classes of its own, so an error is known by what it carries. */
const problemIn = (error: unknown) => (error as { problem?: Problem }).problem

export const worse: readonly (Mutant & { worse: Worse })[] = [
  {
    name: 'every tab sends, whoever holds the lock',
    worse: withPorts(() => ({ alone: work => work(new AbortController().signal) })),
    breaks: /^\(5\)/,
  },
  {
    name: 'HTTP 200 counts as success',
    worse: withPorts(({ send }) => ({
      send: (...call) =>
        send(...call).catch(error => {
          if (['captive', 'contract'].includes(problemIn(error)?.kind ?? '')) return { status: 1, msg: '' }
          throw error
        }),
    })),
    breaks: /^\(1\)/,
  },
  {
    name: 'a refusal counts as success',
    worse: withPorts(({ send }) => ({ send: async (...call) => ({ ...(await send(...call)), status: 1 }) })),
    breaks: /^\(1\)/,
  },
  {
    name: 'a question for a code counts as a refusal',
    worse: withPorts(({ send }) => ({ send: async (...call) => ({ ...(await send(...call)), codeRequis: false }) })),
    breaks: /^\(11\)/,
    among: crowded.byCodes,
  },
  {
    name: 'Retry-After is not read',
    worse: withPorts(({ send }) => ({
      send: (...call) =>
        send(...call).catch(error => {
          const problem = problemIn(error)
          if (problem?.kind !== 'http') throw error
          const { retryAfter: _, ...rest } = problem
          throw Object.assign(error, { problem: rest })
        }),
    })),
    breaks: /^\(6\)/,
  },
  {
    name: 'the network that comes back undoes Retry-After',
    worse: {
      hurryItem: () => (item, now) =>
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
      findDueItem: real => (items, now) => {
        const due = items.filter(item => real([item], now))
        return due.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0]
      },
    },
    breaks: /^\(4\)/,
    among: crowded.byHanging,
  },
  {
    name: 'a refused document is sent until it passes',
    worse: {
      findDueItem: real => (items, now) => {
        const again = (item: Item): Item => (item.state === 'refused' ? { ...item, state: 'waiting' } : item)
        return real(items.map(again), now)
      },
    },
    breaks: /^\(2\)/,
  },
  {
    name: 'what failed once waits for the next thing that the student does',
    worse: { findWakeTime: () => () => undefined },
    breaks: /^\(4\)/,
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
]
