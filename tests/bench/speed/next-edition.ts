import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Builds the portal with one sentence of one screen changed: `next-edition.ts FOLDER FILE`, whose last sentence grows. */

const root = join(import.meta.dirname, '..', '..', '..')
const [outDir, file] = process.argv.slice(2)
if (!outDir || !file) throw new Error('Name the folder to build into, and the file with the words to change.')

const sentence = /(= '[^'\n]{12,})'\n/

const changed: Plugin = {
  name: 'changed',
  enforce: 'pre',
  transform(code, id) {
    if (id !== join(root, file)) return undefined
    if (!sentence.test(code)) throw new Error(`${file} has no sentence that could be changed.`)
    return { code: code.replace(sentence, "$1 (bientôt)'\n"), map: null }
  },
}

await build({
  root,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  plugins: [changed],
  build: { outDir, emptyOutDir: true },
})
