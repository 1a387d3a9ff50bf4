import { unknownLine } from './portion.rule.ts'
import type { Bases } from './settings.ts'
import type { Progress, RawReply } from './transport.ts'

/** Where an upload stands; phones store it with its item. Sizes in bytes on the wire. */
export interface Upload {
  /** Of the upload at the provider. Missing: the body was cut, and goes in parts from now on. */
  address?: string
  /**
   * SHA-256 of the body on the wire, in hex: another version of the browser may pack it otherwise.
   */
  digest?: string
  gzip: boolean
  size: number
  arrived: number
  /** How many parts in a row have brought nothing. */
  barren?: number
}

/** Where an upload stands by the disk, and how to keep that there. */
export interface Keeping {
  upload: Upload | undefined
  keep(upload: Upload | undefined): Promise<void>
  /** The connection was lost in the middle of the body, and the provider takes none in parts. */
  wasCut(): void
  /** Something on the way refuses a body of so many bytes, and none is taken in parts. */
  wasTooMuch(bytes: number): void
  /** How many bytes the last attempt had sent when it was lost. */
  lostAt?: number | undefined
  /** Cut off here, it is continued by another tab: the provider must not forget it. */
  goesOn?(): boolean
}

/** Whether it was this body that was refused on its way, and not the provider that is away. */
export type IsWalled = (answer: RawReply) => Promise<boolean>

export type Tell = (progress: Progress) => void

/** One body, in one encoding. */
export interface Whole {
  base: keyof Bases
  url: string
  headers: Record<string, string>
  body: Blob
}

/** To be sent in parts, and not begun. */
export const createUpload = ({ headers, body }: Whole): Upload => ({
  gzip: 'Content-Encoding' in headers,
  size: body.size,
  arrived: 0,
})

/** The line as this page or worker has met it. */
export const line = { now: unknownLine }
