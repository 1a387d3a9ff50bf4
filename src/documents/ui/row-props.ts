import type { Awaiting } from '../../core/db/device-store.ts'
import type { Item } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import type { IdentityKind } from '../documents.rule.ts'
import type { EditSource } from '../edit-source.ts'
import type { GivenPhoto } from '../given.ts'
import type { Edit } from '../image/geometry.ts'
import type { DocumentView } from '../view.ts'

/**
 * Where the row looks for a photo; `any`: among all images, where the phone shows none that it
 * calls JPEG or PNG.
 */
export type Way = Awaiting['by'] | 'any'

/** What a student can do with one document. */
export interface Verbs {
  /** A photo has come: from the phone's picker, or from our own camera. */
  onPhoto(document: DocumentType, file: File): void
  /** Without a source, edits the photo that was picked last on this page. */
  edit(document: DocumentType, edit: Edit, source?: EditSource): void
  /** The student has read the advice and keeps the photo, or leaves the sheet uncropped. */
  keepAnyway(document: DocumentType): void
  remove(document: DocumentType): void
  resend(item: Item): void
  pick(input: HTMLInputElement, document: DocumentType, by: Awaiting['by']): void
  cancelled(): void
  openEditor(document: DocumentType, photo: GivenPhoto | undefined): void
  /** Undefined where our own camera is not needed. */
  openCamera: ((document: DocumentType) => void) | undefined
  toggle(document: DocumentType): void
}

export interface RowProps {
  document: DocumentType
  view: DocumentView
  verbs: Verbs
  open: boolean
  /** The office has one already, and has not accepted it. */
  filed: boolean
  identity: IdentityKind | undefined
  /** The last page ended while this document's picker was open. */
  interrupted: Awaiting | undefined
  /** A picker is open: previews release their memory for it. */
  picking: boolean
  /** The phone's picker brings no photo: other ways are offered. */
  inVain: boolean
  /** Why the editor or the camera did not open. */
  toolTrouble: string | undefined
  /** The screen waits for the student's decision on the advice. */
  waits: boolean
  /** There is a photo to crop or turn. */
  editable: boolean
}
