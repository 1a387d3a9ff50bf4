import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { inputsOf, isBuiltFrom, noteBuiltFrom } from './unchanged.ts'

/**
 * `npm start` calls this before the provider, with the folder of the pages: a second start need not
 * build them again.
 */
// Another web server may serve the pages, and the provider keeps its own files private.
process.umask(0o022)
const root = fileURLToPath(new URL('..', import.meta.url))
const [, , outDir = 'dist'] = process.argv
const inputs = inputsOf(root, process.env)
if (!isBuiltFrom(outDir, inputs)) {
  // How long each of the bundler's plugins took says nothing to a newcomer.
  const rolldownOptions = { checks: { pluginTimings: false } }
  await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true, rolldownOptions } })
  noteBuiltFrom(outDir, inputs)
}
