import type { Item } from '../outbox/item.ts'
import type { Mend } from '../photos/geometry.ts'
import type { DocumentType } from '../rules/documents.ts'
import type { Awaiting } from '../storage/awaiting.ts'
import type { DocumentView } from './view.ts'

export interface RowProps {
  document: DocumentType
  view: DocumentView
  /** The last page ended while this document's picker was open. */
  interrupted: Awaiting | undefined
  /** A picker is open: previews give their memory back to it. */
  picking: boolean
  /** Why the editor or the camera did not open. */
  toolTrouble: string | undefined
  /** The screen waits for the student's word on the advice. */
  waits: boolean
  /** There is a photo at hand to crop or turn. */
  mendable: boolean
  onPick(input: HTMLInputElement, by: Awaiting['by']): void
  /** Undefined where our own camera is not needed. */
  onCamera: (() => void) | undefined
  onChoose(file: File): void
  onCancel(): void
  onEdit(): void
  onMend(mend: Mend): void
  onKeep(): void
  onRemove(): void
  onResend(item: Item): void
}
