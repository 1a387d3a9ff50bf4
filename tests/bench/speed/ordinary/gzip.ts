import type { isWorthGzip as realIsWorth, takesGzip as realTakes } from '../../../../src/core/api/gzip.ts'

/** The portal's own, but bodies go out as they are. An own export stands before one of `export *`. */
// biome-ignore lint/performance/noReExportAll: it stands for the whole module
export * from '../../../../src/core/api/gzip.ts'
export const takesGzip: typeof realTakes = () => false
export const isWorthGzip: typeof realIsWorth = () => false
