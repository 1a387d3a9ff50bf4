import type { Item } from '../outbox/item.ts'
import type { Corners } from './image/geometry.ts'
import type { Advice } from './image/quality.ts'
import type { Taken } from './prepare.ts'

/** docs/contract.md: what a document's row says of itself. */
export type DocumentState = 'empty' | 'preparing' | 'queued' | 'sending' | 'sent' | 'failed'

interface Facts {
  item: Item | undefined
  /** Picked and not yet a request. */
  preparing: boolean
  /** The item whose bytes are moving, in whichever tab. */
  sendingId: string | undefined
  /** Why the last picked file was not taken. */
  fault: string | undefined
}

/** Derived, never stored: the disk says what is kept, the lock's holder what is moving. */
export function documentState({ item, preparing, sendingId, fault }: Facts): DocumentState {
  if (preparing) return 'preparing'
  if (item?.state === 'accepted') return 'sent'
  if (item?.state === 'refused') return 'failed'
  if (item) return item.id === sendingId ? 'sending' : 'queued'
  return fault ? 'failed' : 'empty'
}

/** What happened to a picked file on this page; what is kept is read from the disk. */
export interface Local {
  preparing: boolean
  /** Kept as it was picked, to be prepared once the network has brought the code for it. */
  postponed?: boolean
  fault?: string | undefined
  advice?: readonly Advice[]
  picture?: Blob
  /** What is said of a photo that was taken back, as long as none has come in its place. */
  removed?: string | undefined
  /** Where its sheet was found, until the student has cropped it or not. */
  sheet?: Corners | null
}

/** By dossier and document. */
export type Locals = Readonly<Record<string, Local>>

export interface DocumentView extends Omit<Local, 'preparing'> {
  state: DocumentState
  advice: readonly Advice[]
  item: Item | undefined
  /** Bytes that have left, of how many. */
  progress: { sent: number; total: number } | undefined
}

/** The picture that is being mended stays in sight; nothing else that was said of it holds. */
export function underWay(before: Local | undefined): Local {
  return { preparing: true, ...(before?.picture ? { picture: before.picture } : {}) }
}

/** What a row says once a picked file has been taken or not. */
export function outcome(taken: Taken, before: Local | undefined): Local {
  if (taken.kept) {
    const { advice, picture, corners, wasEdited } = taken
    return { preparing: false, advice, picture, sheet: wasEdited ? null : corners }
  }
  if ('postponed' in taken) return { preparing: true, postponed: true }
  if (taken.fault) return { ...underWay(before), preparing: false, fault: taken.fault }
  return { ...before, preparing: false }
}

/** What a row shows: what lies in the queue, what is moving, and what was said of a picked file on this page. */
export function viewOf(
  { preparing, ...rest }: Local = { preparing: false },
  item: Item | undefined,
  sending: { id: string; sent: number; total: number } | undefined,
): DocumentView {
  const state = documentState({ item, preparing, sendingId: sending?.id, fault: rest.fault })
  const progress = state === 'sending' && sending ? { sent: sending.sent, total: sending.total } : undefined
  // It was too late to take it back.
  const advice = rest.removed && state === 'sent' ? (['received'] as const) : (rest.advice ?? [])
  return { ...rest, advice, state, item, progress }
}

/** What is said in place of the hint where a photo was taken back. */
export const missingOf = ({ state, removed }: DocumentView): string | undefined =>
  state === 'empty' ? removed : undefined

/** There is a photo to be looked at, sent again or replaced, also where the screen has not read yet that it is queued. */
export const isGiven = ({ state, item, picture }: DocumentView): boolean =>
  item !== undefined || state === 'preparing' || picture !== undefined

/** It was refused, by the provider or on this device. */
export const isFailed = ({ state, fault }: Pick<DocumentView, 'state' | 'fault'>): boolean =>
  state === 'failed' || fault !== undefined

/** What was picked is kept, and leaves the student nothing to decide. */
export const isDecided = (view: DocumentView): boolean =>
  view.postponed === true ||
  (['queued', 'sending', 'sent'].includes(view.state) && !isFailed(view) && !view.sheet && view.advice.length === 0)

/** By the provider, which may have said why. */
export const isRefused = ({ state, item }: DocumentView): boolean => state === 'failed' && item?.state === 'refused'
