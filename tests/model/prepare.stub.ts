import type { Prepared, Whole } from '../../src/documents/image/photo.ts'

/** Stands for the photo worker, which Node has not: the tab's surroundings say how long a picture takes. */
declare const prepareHere: (sourceFile: ArrayBuffer, options: { signal: AbortSignal }) => Promise<Prepared>

export const preparePhoto = ({ bytes }: Whole, options: { signal: AbortSignal }): Promise<Prepared> =>
  prepareHere(structuredClone(bytes, { transfer: [bytes] }), options)
