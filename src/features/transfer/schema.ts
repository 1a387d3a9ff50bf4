import * as v from 'valibot'
import { endpoints, type WaitingEndpoint } from '../../core/api/endpoints.ts'
import { outcome, remarkWords } from '../../core/api/schemas.ts'
import { type Dossier, dossier } from '../../core/db/dossier.ts'
import type { SourceFile } from '../../core/db/source-files.ts'
import type { Item } from '../../outbox/item.ts'
import { isDocument } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { documentTypes } from '../../spec/documents.ts'

/** A file's content is trusted no more than a network reply; fields not named here are dropped. */

const calls = {
  save: 'enrol',
  newCode: 'enrol',
  code: 'confirmCode',
  validate: 'validateFile',
} as const

const item = v.object({
  id: v.string(),
  requestKey: v.picklist([...documentTypes, ...(Object.keys(calls) as (keyof typeof calls)[])]),
  bytes: v.number(),
  digest: v.exactOptional(v.string()),
  state: v.picklist(['waiting', 'refused', 'accepted']),
  createdAt: v.number(),
  settledAt: v.exactOptional(v.number()),
  reply: v.exactOptional(outcome),
  left: v.exactOptional(v.literal(true)),
  fingerprint: v.exactOptional(v.string()),
  gzippedBytes: v.exactOptional(v.number()),
  /** Text, or the text before the image, the image's number of bytes, and the text after it. */
  body: v.exactOptional(v.union([v.string(), v.tuple([v.string(), v.number(), v.string()])])),
})

const file = v.object({
  document: v.picklist(documentTypes),
  name: v.string(),
  type: v.string(),
  at: v.number(),
  revision: v.exactOptional(v.string()),
  ready: v.exactOptional(
    v.object({
      fingerprint: v.string(),
      wire: v.object({ gzipped: v.number(), plain: v.number() }),
      remarks: v.exactOptional(remarkWords),
    }),
  ),
  bytes: v.number(),
})

export const words = v.object({
  dossier: v.required(dossier, ['transferred']),
  items: v.array(item),
  files: v.array(file),
})

/** The call that a request key belongs to. */
export function callOf(
  kind: 'enrolment' | 'correction',
  requestKey: PackageItem['requestKey'],
): WaitingEndpoint {
  if (isDocument(requestKey))
    return kind === 'correction' ? `replace/${requestKey}` : 'uploadDocument'
  return calls[requestKey]
}

/**
 * Refuses a request that this portal does not make: the body must fit its call and its document,
 * and name the same student and payment number as the answers, which the screen shows.
 * @throws TypeError for such a request
 */
export function refuseForeign(
  { kind, answers }: Dossier,
  { requestKey, state, body = '' }: PackageItem,
): void {
  if (state === 'accepted') return
  const said: { type?: unknown } = JSON.parse(body)
  const isOurs =
    v.is(endpoints[callOf(kind, requestKey)].takes, said) &&
    (said.type ?? requestKey) === requestKey
  const isShown = state === 'refused' || shownAlso.every(name => isSame(said, answers, name))
  if (!isOurs || !isShown) throw new TypeError('No request of ours.')
}

const shownAlso = ['matricule', 'phone'] as const

/** Answers are compared without the blanks that are not sent either. */
const isSame = (
  said: Record<string, unknown>,
  answers: Dossier['answers'],
  name: string,
): boolean => !(name in said) || String(said[name]).trim() === answers[name]?.trim()

type Travels = 'id' | 'requestKey' | 'bytes' | 'state' | 'createdAt'
type MayTravel = 'digest' | 'settledAt' | 'reply' | 'left' | 'fingerprint' | 'gzippedBytes'

/** A request as it travels, without what only its first device needs. */
export interface PackageItem extends Pick<Item, Travels>, Partial<Pick<Item, MayTravel>> {
  /** The frozen request body, byte for byte; an accepted request has none. */
  body?: string | undefined
}

/**
 * All that a transfer moves of one dossier. Times in milliseconds, by the clock of the sending
 * device.
 */
export interface TransferPackage {
  /**
   * Its id is the origin id, the same on all devices; `savedAt` is when its answers were last
   * changed.
   */
  dossier: Dossier & {
    /** This one package: when it was made, and an id that only the devices involved know. */
    transferred: NonNullable<Dossier['transferred']>
  }
  items: readonly PackageItem[]
  /** Source files: chosen and not prepared, or prepared and not yet allowed to be sent. */
  files: readonly (SourceFile & { document: DocumentType })[]
}

/**
 * Why a file or a text can't be imported: not a dossier, made by a later build, incomplete, another
 * code, or damaged.
 */
export type PackageFault = 'foreign' | 'newer' | 'cut' | 'wrongCode' | 'unreadable'

/** In bytes. A larger file is not a dossier, and need not be read. */
export const mostPackageBytes = 40 * 1024 * 1024
