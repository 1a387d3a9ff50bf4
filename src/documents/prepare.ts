import { wantsEconomy } from '../core/api/line-speed.ts'
import { countAttempt, forgetAttempts } from '../core/db/ready.ts'
import { forgetSourceFile } from '../core/db/source-files.ts'
import { givenIn } from './given.ts'
import type { Finding } from './image/finding.ts'
import { isSamePicture } from './image/fingerprint.ts'
import type { Corners, Edit } from './image/geometry.ts'
import type { PreparedPhoto } from './image/photo.ts'
import { preparePhoto } from './image/photo-worker.page.ts'
import { refusalText } from './image/text.ts'
import type { Destination, Picked } from './pick.ts'
import { notKeptMessage } from './text.ts'

/** Second of three, between pick.ts and queue.ts: what is sent is made from the picked bytes. */

/** What became of a picked file. */
export type Taken =
  | {
      kept: true
      advice: readonly Finding[]
      /** `picture`: as it is sent; `from`: as it was picked. */
      picture: Blob
      from: Blob
      corners: Corners | null
      fingerprint: string
      wasEdited: boolean
    }
  | NotTaken

export type NotTaken =
  | { kept: false; fault: string }
  /**
   * The code that prepares photos could not be loaded: the picked file is on the disk and waits for
   * the network.
   */
  | { kept: false; postponed: true }
  /** A newer photo for the same document has come meanwhile. */
  | { kept: false; fault: undefined }

export const overtaken: NotTaken = { kept: false, fault: undefined }

/** The student's edit, and `asItIs` for a photo that this phone cannot decode. */
export interface Making {
  edit?: Edit
  asItIs?: boolean
}

/** @returns a photo of which nothing is on the disk yet */
export async function preparePicked(
  { bytes, picture, to, revision, edits }: Picked,
  signal: AbortSignal,
  making: Making = {},
  prepare = preparePhoto,
): Promise<PreparedPhoto | NotTaken> {
  const { dossier, document } = to
  const options = { document, economy: wantsEconomy(), signal, ...making }
  const prepared = await prepare({ bytes, picture }, options).catch(() => undefined)
  if (signal.aborted) return overtaken
  // Only a photo whose source is on the disk can be continued later.
  if (!prepared)
    return revision || edits
      ? { kept: false, postponed: true }
      : { kept: false, fault: notKeptMessage }
  if (!prepared.ok) {
    await forgetSourceFile(dossier, document, revision)
    return { kept: false, fault: refusalText[prepared.reason] }
  }
  const { photo } = prepared
  // Only advice depends on this: a list that can't be read must not keep the photo out of the
  // queue.
  const repeated = await isUsedElsewhere(photo, to).catch(() => false)
  return repeated ? { ...photo, advice: [{ is: 'sameAs' }, ...photo.advice] } : photo
}

async function isUsedElsewhere(
  { fingerprint }: PreparedPhoto,
  { dossier, document }: Destination,
): Promise<boolean> {
  if (!fingerprint) return false
  const photos = await givenIn(dossier, document)
  return photos.some(
    photo => photo.document !== document && isSamePicture(fingerprint, photo.fingerprint),
  )
}

/**
 * A photo that has ended so many pages is not decoded on this phone again: it would end every later
 * page too.
 */
const mostAttempts = 2

/** Prepares a file that an ended page had copied. */
export async function prepareAgain(
  picked: Picked,
  signal: AbortSignal,
  prepare = preparePhoto,
): Promise<PreparedPhoto | NotTaken> {
  const { dossier, document } = picked.to
  const attempt = await countAttempt(dossier, document).catch(() => 0)
  const made = await preparePicked(picked, signal, { asItIs: attempt > mostAttempts }, prepare)
  await forgetAttempts(dossier, document).catch(() => undefined)
  return made
}
