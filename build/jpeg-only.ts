import type { Plugin } from 'vite'

const begins = 'var e={},t={get exports(){return e}'
const ends = 'const r={toArrayBuffer'

/**
 * browser-image-compression carries a whole PNG encoder, two thirds of its weight; the portal asks it for JPEG alone.
 * @throws Error at build time when a newer version of the package is put together otherwise
 */
export function jpegOnly(): Plugin {
  return {
    name: 'jpeg-only',
    apply: 'build',
    transform: {
      filter: { id: /browser-image-compression\.mjs$/ },
      handler(code) {
        const from = code.indexOf(begins)
        const to = code.indexOf(ends)
        if (from < 0 || to < from || !code.slice(from, to).includes('UPNG.encode='))
          throw new Error('browser-image-compression is put together otherwise now: look at build/jpeg-only.ts again.')
        return { code: `${code.slice(0, from)}const UPNG={};${code.slice(to)}`, map: null }
      },
    },
  }
}
