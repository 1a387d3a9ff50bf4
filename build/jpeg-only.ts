import type { Plugin } from 'vite'

interface Cut {
  from: string
  to: string
  /** Text that must occur between `from` and `to`; otherwise the package is a version that these cuts do not fit. */
  holds: string
  instead: string
}

/**
 * In the order of the file: code that the portal never runs, since it asks for JPEG only and has a worker of its own.
 */
const cuts: readonly Cut[] = [
  // Copying of metadata, a whole PNG encoder (two thirds of the package's weight) and a BMP encoder.
  {
    from: 'function copyExifWithoutOrientation(',
    to: 'var i={CHROME:',
    holds: 'UPNG.encode=',
    instead: 'const copyExifWithoutOrientation=(e,t)=>t,UPNG={},r={};',
  },
  // The package's own worker, which loads its code from a CDN.
  {
    from: 'const l="\\nlet scriptImported',
    to: 'function imageCompression(',
    holds: 'function compressOnWebWorker(',
    instead: 'const compressOnWebWorker=compress;',
  },
  // The package's helper functions, exported as properties.
  {
    from: 'imageCompression.getDataUrlFromFile=',
    to: 'export{',
    holds: 'imageCompression.version=',
    instead: '',
  },
]

/**
 * Ships browser-image-compression without the code that the portal never runs.
 * @throws Error at build time when a newer version of the package has another structure
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
