import { type StorageTrouble, storageTrouble } from '../../core/db/database.ts'
import {
  forgetReceived,
  listReceived,
  type Received,
  type ReceivedFiles,
  readReceived,
} from '../../core/db/received.ts'
import { knownMode } from '../../core/db/shared-mode.ts'
import { createState } from '../../core/platform/signals.ts'

interface State {
  /** Both disk and worker have been asked. */
  looked: boolean
  /** One at a time: ten photos at once are more than a cheap phone can draw. */
  first: Piece | undefined
  /** How many photos come after it. */
  after: number
  /** Why the photos are not on the disk, or the disk can't be read. */
  trouble: StorageTrouble | undefined
  /** How many photos were given to a document, and how many only seen. */
  placed: number
  passed: number
}

const nothing: State = {
  looked: false,
  first: undefined,
  after: 0,
  trouble: undefined,
  placed: 0,
  passed: 0,
}

export interface Piece extends Received {
  /** Key on the disk; undefined where only this page holds the photo. */
  key?: string
}

export type Inbox = ReturnType<typeof createInbox> & State

/**
 * Photos from other apps, until the student places or discards each. Those not on the disk end with
 * the page.
 */
export function createInbox(
  fromWorker: (late: (received: ReceivedFiles) => void) => Promise<ReceivedFiles>,
) {
  const { get, set, subscribe } = createState(nothing)
  const say = (part: Partial<State>) => set({ ...get(), ...part })
  let held: Piece[] = []

  async function look(news: Partial<State>): Promise<void> {
    const keys = await listReceived()
    const [key] = keys
    const first = held[0] ?? (key === undefined ? undefined : await onDisk(key))
    // Another tab has just placed the photo of this key.
    if (!first && key !== undefined) return look(news)
    say({ ...news, first, after: Math.max(0, held.length + keys.length - 1) })
  }
  /**
   * Adds photos that the worker no longer holds, or has put on the disk. The photo on the screen
   * stays before them.
   */
  const takeLate = async ({ all, trouble = get().trouble }: ReceivedFiles) => {
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
    /**
     * Runs before the unlock screen asks for a code: the worker may end at any moment, with its
     * photos.
     */
    async open(): Promise<void> {
      const { all, trouble } = await fromWorker(received => void takeLate(received))
      held.push(...all)
      // Of a time when nothing told that the device is shared: move them to memory.
      if ((await knownMode()) === 'shared') held.push(...(await takeAll().catch(() => [])))
      await lookOrTell({ looked: true, trouble })
    },
    /** The photo was given to a document, or the student discards it. */
    async letGo(piece: Piece, as: 'placed' | 'passed'): Promise<void> {
      const { key } = piece
      // By identity: a student who presses twice discards no other photo.
      if (key === undefined) held = held.filter(one => one !== piece)
      else await forgetReceived(key).catch(error => say({ trouble: storageTrouble(error) }))
      await lookOrTell({ [as]: get()[as] + 1 })
    },
  }
}

async function onDisk(key: string): Promise<Piece | undefined> {
  const found = await readReceived(key)
  return found && { ...found, key }
}

async function takeAll(): Promise<Piece[]> {
  const taken: Piece[] = []
  for (const key of await listReceived()) {
    const found = await readReceived(key)
    if (found) taken.push(found)
    await forgetReceived(key)
  }
  return taken
}
