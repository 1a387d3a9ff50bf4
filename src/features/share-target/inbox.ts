import { type StorageTrouble, storageTrouble } from '../../core/db/database.ts'
import { forgetReceived, listReceived, type Received, type ReceivedFiles, receivedAt } from '../../core/db/received.ts'
import { knownMode } from '../../core/db/shared-mode.ts'
import { createState } from '../../core/platform/signals.ts'

interface State {
  /** Disk and worker have both been asked. */
  looked: boolean
  /** One at a time: ten pictures at once are more than a cheap phone can draw. */
  first: Piece | undefined
  /** How many come after it. */
  after: number
  /** Why the disk does not hold them, or can't be asked. */
  trouble: StorageTrouble | undefined
  /** How many have found a place, and how many were only seen. */
  placed: number
  passed: number
}

const nothing: State = { looked: false, first: undefined, after: 0, trouble: undefined, placed: 0, passed: 0 }

export interface Piece extends Received {
  /** Where it lies on the disk; undefined where this page alone has it. */
  key?: string
}

export type Inbox = ReturnType<typeof createInbox> & State

/** What other apps have given, until it has a place or nobody wants it. What is not on the disk ends with the page. */
export function createInbox(fromWorker: (late: (received: ReceivedFiles) => void) => Promise<ReceivedFiles>) {
  const { get, set, subscribe } = createState(nothing)
  const say = (part: Partial<State>) => set({ ...get(), ...part })
  let held: Piece[] = []

  async function look(news: Partial<State>): Promise<void> {
    const keys = await listReceived()
    const [key] = keys
    const first = held[0] ?? (key === undefined ? undefined : await onDisk(key))
    // Another tab has just found a place for it.
    if (!first && key !== undefined) return look(news)
    say({ ...news, first, after: Math.max(0, held.length + keys.length - 1) })
  }
  /** The worker has it no longer. What is being looked at stays: this comes after it. */
  const takeLate = async ({ all, trouble }: ReceivedFiles) => {
    if (all.length === 0) return
    held.push(...all)
    const { first, after } = get()
    if (first) say({ after: after + all.length, trouble })
    else await lookOrTell({ trouble })
  }
  const lookOrTell = (news: Partial<State>) =>
    look(news).catch(error => say({ ...news, first: held[0], trouble: storageTrouble(error) }))

  return {
    get,
    subscribe,
    /** Before anybody is asked for a code: the worker may end at any moment, and with it what it holds. */
    async open(): Promise<void> {
      const { all, trouble } = await fromWorker(received => void takeLate(received))
      held.push(...all)
      // A browser that had forgotten that its device is shared has kept them in the clear.
      if ((await knownMode()) === 'shared') held.push(...(await takeAll().catch(() => [])))
      await lookOrTell({ looked: true, trouble })
    },
    /** It has its place on the disk, or nobody wants it. */
    async letGo(piece: Piece, as: 'placed' | 'passed'): Promise<void> {
      const { key } = piece
      // By what it is: whoever presses twice lets go of no other.
      if (key === undefined) held = held.filter(one => one !== piece)
      else await forgetReceived(key).catch(error => say({ trouble: storageTrouble(error) }))
      await lookOrTell({ [as]: get()[as] + 1 })
    },
  }
}

async function onDisk(key: string): Promise<Piece | undefined> {
  const found = await receivedAt(key)
  return found && { ...found, key }
}

async function takeAll(): Promise<Piece[]> {
  const taken: Piece[] = []
  for (const key of await listReceived()) {
    const found = await receivedAt(key)
    if (found) taken.push(found)
    await forgetReceived(key)
  }
  return taken
}
