import type { DocumentRow } from '../../spec/documents.ts'
import type { Wire } from './ceilings.ts'
import type { PhotoRefusal } from './facts.ts'
import type { Corners, Mend } from './geometry.ts'
import type { Advice } from './quality.ts'

/** What made the bytes: the platform's own canvas, the package, or nobody (the original without its metadata). */
export type Engine = 'platform' | 'package' | 'original'

/** What to prepare a picture for. `lead` exists for the bench, which runs both engines side by side. */
export interface Order extends Pick<DocumentRow, 'shape' | 'smallestSide'> {
  economy: boolean
  lead: 'platform' | 'package'
  mend?: Mend
  /** Decoding it has ended pages: only its metadata is taken out. */
  asItIs?: boolean
}

/** A photo ready to send. `corners` is where its sheet or card seems to lie, null where nothing stands out. */
export interface PreparedPhoto {
  bytes: Uint8Array<ArrayBuffer>
  format: 'jpeg' | 'png'
  width: number
  height: number
  /** For `isSamePicture`; empty when nothing could decode the picture. */
  fingerprint: string
  advice: Advice[]
  corners: Corners | null
  /** For the promise in bytes: add up what this provider will get. */
  wire: Wire
  engine: Engine
}

export type Prepared = { ok: true; photo: PreparedPhoto } | { ok: false; reason: PhotoRefusal }

/** A picked file's bytes, twice: at hand for whoever prepares it, and where the browser keeps what it can put aside. */
export interface Whole {
  bytes: ArrayBuffer
  picture: Blob
}

/** One message each way between the page and the worker. */
export interface Job extends Whole {
  order: Order
}
