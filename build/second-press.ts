import { minify } from 'terser'
import type { Plugin } from 'vite'
import { partOf, renamed } from '../sw/names.rule.ts'

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
          const { code, map } = await minify(withoutHashes(file.code, names), {
            ecma: 2020,
            module: format === 'es',
            toplevel: true,
            compress: { passes: 2 },
            ...(mapFile?.type === 'asset' && { sourceMap: { content: String(mapFile.source), url: mapFile.fileName } }),
          })
          if (code) file.code = renamed(code, names)
          if (mapFile?.type === 'asset' && map) mapFile.source = String(map)
        }
      },
    },
  }
}

/**
 * Terser chooses short names by the frequency of letters, which includes the hashes in file names: a new hash in an
 * import would then rename variables, and the worker could not rebuild the file from the old one (sw/rebuilt.ts).
 */
const withoutHashes = (code: string, names: readonly string[]) =>
  names.reduce((text, name) => {
    const file = name.slice(name.lastIndexOf('/') + 1)
    return text.replaceAll(file, partOf(file).replace(/\.\w+$/, '-00000000$&'))
  }, code)
