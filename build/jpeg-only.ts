import type { Plugin } from 'vite'

interface Cut {
  from: string
  to: string
  /** What must stand between the two, or it is another version. */
  holds: string
  instead: string
}

/** In the order in which they stand: what the portal never reaches, since it asks for JPEG alone and in its own worker. */
const cuts: readonly Cut[] = [
  // What copies metadata, a whole PNG encoder (two thirds of the package's weight) and one for BMP.
  {
    from: 'function copyExifWithoutOrientation(',
    to: 'var i={CHROME:',
    holds: 'UPNG.encode=',
    instead: 'const copyExifWithoutOrientation=(e,t)=>t,UPNG={},r={};',
  },
  // A worker of the package's own, which loads its code from a CDN.
  {
    from: 'const l="\\nlet scriptImported',
    to: 'function imageCompression(',
    holds: 'function compressOnWebWorker(',
    instead: 'const compressOnWebWorker=compress;',
  },
  // Its tools under names of their own.
  {
    from: 'imageCompression.getDataUrlFromFile=',
    to: 'export{',
    holds: 'imageCompression.version=',
    instead: '',
  },
]

/**
 * browser-image-compression without what the portal asks nothing of.
 * @throws Error at build time when a newer version of the package is put together otherwise
 */
export function jpegOnly(): Plugin {
  return {
    name: 'jpeg-only',
    apply: 'build',
    transform: {
      filter: { id: /browser-image-compression\.mjs$/ },
      handler: code => ({ code: cuts.reduce(without, code), map: null }),
    },
  }
}

function without(code: string, { from, to, holds, instead }: Cut): string {
  const begins = code.indexOf(from)
  const ends = code.indexOf(to, begins)
  if (begins < 0 || ends < 0 || !code.slice(begins, ends).includes(holds))
    throw new Error('browser-image-compression is put together otherwise now: look at build/jpeg-only.ts again.')
  return code.slice(0, begins) + instead + code.slice(ends)
}
