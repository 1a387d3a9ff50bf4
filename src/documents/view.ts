import type { Item } from '../outbox/item.ts'
import type { GivenPhoto } from './given.ts'
import type { Finding } from './image/finding.ts'
import type { Corners } from './image/geometry.ts'
import type { Taken } from './prepare.ts'

/** The states of a document's row (docs/contract.md). */
export type DocumentState = 'empty' | 'preparing' | 'queued' | 'sending' | 'sent' | 'failed'

interface Facts {
  photo: GivenPhoto | undefined
  /** Picked and not yet a request. */
  preparing: boolean
  /** The item that is being sent, in any tab. */
  sendingId: string | undefined
  /** Why the last picked file was refused. */
  fault: string | undefined
}

/**
 * Derived, never stored: the disk tells what is kept, the tab or worker that holds the lock tells
 * what is being sent.
 */
export function documentState({ photo, preparing, sendingId, fault }: Facts): DocumentState {
  if (preparing) return 'preparing'
  if (photo?.request?.state === 'accepted') return 'sent'
  if (photo?.request?.state === 'refused') return 'failed'
  if (photo) return photo.id === sendingId ? 'sending' : 'queued'
  return fault ? 'failed' : 'empty'
}

/** The state of a picked file on this page; what is kept is read from the disk. */
export interface Local {
  preparing: boolean
  /** The phone has not given the file's bytes yet: it may lie in a cloud. */
  reading?: 'begun' | 'slow'
  /** Kept as it was picked: preparation waits until the network has brought its code. */
  postponed?: boolean
  fault?: string | undefined
  advice?: readonly Finding[]
  picture?: Blob
  /** The message about a photo that the student removed, until another takes its place. */
  removed?: string | undefined
  /** Where the sheet was found, until the student has cropped it or left it uncropped. */
  sheet?: Corners | null
}

/** Keyed by dossier and document. */
export type Locals = Readonly<Record<string, Local>>

export interface DocumentView extends Omit<Local, 'preparing'> {
  state: DocumentState
  advice: readonly Finding[]
  photo: GivenPhoto | undefined
  /** The photo's request. */
  item: Item | undefined
  /** How many bytes have left, of how many. */
  progress: { sent: number; total: number } | undefined
}

/** The picture stays visible while it is edited; every other message about it is dropped. */
export function underWay(before: Local | undefined): Local {
  return { preparing: true, ...(before?.picture ? { picture: before.picture } : {}) }
}

/** The state of a row once a picked file was kept, postponed or refused. */
export function outcome(taken: Taken, before: Local | undefined): Local {
  if (taken.kept) {
    const { advice, picture, corners, wasEdited } = taken
    return { preparing: false, advice, picture, sheet: wasEdited ? null : corners }
  }
  if ('postponed' in taken) return { preparing: true, postponed: true }
  if (taken.fault) return { ...underWay(before), preparing: false, fault: taken.fault }
  return { ...before, preparing: false }
}

const received: readonly Finding[] = [{ is: 'received' }]

/**
 * What a row shows, from the queue, the item that is being sent, and this page's state of the
 * picked file.
 */
export function viewOf(
  { preparing, ...rest }: Local = { preparing: false },
  photo: GivenPhoto | undefined,
  sending: { id: string; sent: number; total: number } | undefined,
): DocumentView {
  const state = documentState({ photo, preparing, sendingId: sending?.id, fault: rest.fault })
  const progress =
    state === 'sending' && sending ? { sent: sending.sent, total: sending.total } : undefined
  // The student removed the photo too late: the provider has accepted it.
  const advice = rest.removed && state === 'sent' ? received : (rest.advice ?? [])
  return { ...rest, advice, state, photo, item: photo?.request, progress }
}

/** The message in place of the hint where the student removed a photo. */
export const missingOf = ({ state, removed }: DocumentView): string | undefined =>
  state === 'empty' ? removed : undefined

/**
 * The row has a photo to view, resend or replace, also where the screen has not read yet that it is
 * queued.
 */
export const isGiven = ({ state, photo, picture }: DocumentView): boolean =>
  photo !== undefined || state === 'preparing' || picture !== undefined

/** The provider or this device has refused the photo. */
export const isFailed = ({ state, fault }: Pick<DocumentView, 'state' | 'fault'>): boolean =>
  state === 'failed' || fault !== undefined

/** The picked photo is kept, and the student has nothing left to decide. */
export const isDecided = (view: DocumentView): boolean =>
  view.postponed === true ||
  (['queued', 'sending', 'sent'].includes(view.state) &&
    !isFailed(view) &&
    !view.sheet &&
    view.advice.length === 0)

/** The provider has refused the photo, and may have said why. */
export const isRefused = ({ state, item }: DocumentView): boolean =>
  state === 'failed' && item?.state === 'refused'
