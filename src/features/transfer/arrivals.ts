import { createState } from '../../core/platform/state.ts'

/** A dossier that has come and was not opened yet: a file's bytes, or what a QR code's address had in it. */
export type Arrival = Uint8Array<ArrayBuffer> | string

export const arrived = createState<Arrival | undefined>(undefined)
