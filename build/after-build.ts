import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Runs `work` on the output folder after all other plugins have written to it, in the order of the
 * plugins.
 */
export function afterBuild(name: string, work: (folder: string) => Promise<void>): Plugin {
  let folder = ''
  return {
    name,
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir)
    },
    closeBundle: { order: 'post', sequential: true, handler: () => work(folder) },
  }
}
