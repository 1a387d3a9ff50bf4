import type { Bases } from './settings.ts'

/** What a base announces of itself in its answers. */

type Base = keyof Bases

const gzipTakers = new Set<Base>()

export function learnEncoding(base: Base, acceptEncoding: string | null): void {
  if (acceptEncoding && /\bgzip\b/i.test(acceptEncoding)) gzipTakers.add(base)
}

export const announcesGzip = (base: Base): boolean => gzipTakers.has(base)

/** What a base says in `Upload-Limit`: it takes uploads in parts. */
const uploadLimits = new Map<Base, string>()

export function learnUploadLimit(base: Base, uploadLimit: string | null): void {
  if (uploadLimit) uploadLimits.set(base, uploadLimit)
}

export const uploadLimitOf = (base: Base): string | undefined => uploadLimits.get(base)
