import { maxUploadBytes } from '../../spec/documents.ts'
import type { StorageTrouble } from './storage-trouble.ts'

/** What is taken of what other apps give. Pure. */

/** A file that came from another app, until the student has said which document it is. */
export interface Received {
  name: string
  type: string
  /** Nothing of what was declined. */
  bytes?: ArrayBuffer
  declined?: Declined
}

/** What the worker could not put on the disk. */
export interface HandedOver {
  all: readonly Received[]
  /** Why, where it is not that a shared device keeps nothing in the clear. */
  trouble?: StorageTrouble
}

export type Declined = 'tooLarge' | 'notAPicture' | 'tooMany'

/** They wait on the disk, and somebody else's page might send more of them than a phone can hold. */
export const mostReceived = 10

const names = /\.(?:jpe?g|png)$/i

/** What is in it is judged later (documents/image/judge.ts); what is refused already is not carried that far. */
export function declinedAs({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): Declined | undefined {
  if (!type.startsWith('image/') && !names.test(name)) return 'notAPicture'
  return size > maxUploadBytes ? 'tooLarge' : undefined
}

/** Nothing is dropped unsaid: what has no room is told in the place of the last. */
export function fitting(all: readonly Received[], waiting: number): Received[] {
  const room = Math.max(0, mostReceived - waiting)
  if (all.length <= room) return [...all]
  const told = waiting > mostReceived ? [] : [{ name: '', type: '', declined: 'tooMany' as const }]
  return [...all.slice(0, room), ...told]
}
