import { minify } from 'terser'
import type { Plugin } from 'vite'
import { partOf } from '../sw/names.rule.ts'

/**
 * Minifies Vite's output once more with terser, last of all: an installation downloads 2.7 kB less (brotli), most of it
 * in the worker. Terser alone would leave more than Vite's own minifier does.
 */
export function secondPress(): Plugin {
  return {
    name: 'second-press',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler({ format }, bundle) {
        const names = Object.keys(bundle).filter(name => partOf(name) !== name)
        if (new Set(names.map(partOf)).size < names.length)
          throw new Error(
            'Two files of the build have one name: an update could not tell them apart (sw/names.rule.ts).',
          )
        for (const file of Object.values(bundle)) {
          // React is published minified; terser's output of it compresses worse.
          if (file.type !== 'chunk' || file.name === 'react') continue
          const mapFile = bundle[file.sourcemapFileName ?? '']
          const { code, map } = await minify(file.code, {
            ecma: 2020,
            module: format === 'es',
            toplevel: true,
            compress: { passes: 2 },
            mangle: { nth_identifier: shortNames },
            ...(mapFile?.type === 'asset' && { sourceMap: { content: String(mapFile.source), url: mapFile.fileName } }),
          })
          if (code) file.code = code
          if (mapFile?.type === 'asset' && map) mapFile.source = String(map)
        }
      },
    },
  }
}

/** The letters of a short name, the most frequent of our scripts first. */
const letters = 'etnraosicldupfmhgybvw$kxTjqzSEAMCPIRLD_NOFUBVHGWXKYQZJ'
const inner = `${letters}0123456789`

/**
 * Terser's own choice goes by the frequency of letters in the file: one more word, or the hash in the name of an import,
 * would rename variables, and the worker could not rebuild the file from the old one (sw/rebuilt.ts).
 */
const shortNames = {
  get(place: number): string {
    let name = letters.charAt(place % letters.length)
    for (let left = Math.floor(place / letters.length); left > 0; left = Math.floor(left / inner.length)) {
      left -= 1
      name += inner.charAt(left % inner.length)
    }
    return name
  },
}
