import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, loadEnv, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { allowedConnections } from '../../../../build/policy.ts'
import { readSettings } from '../../../../src/core/api/settings.ts'
import { readContacts } from '../../../../src/spec/contacts.ts'

/** Builds yardstick (b) into the named folder: the portal's own code, drawn by scripts, photos sent as they were picked. */

const here = import.meta.dirname
const root = join(here, '..', '..', '..', '..')
const read = (...path: string[]) => readFileSync(join(...path), 'utf8')

const stands = [
  ['src/documents/image/photo-worker.page.ts', 'prepare.ts'],
  ['src/core/api/gzip.ts', 'gzip.ts'],
] as const

function ordinary(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'ordinary',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      // A stand-in reads the original.
      if (importer?.startsWith(here)) return undefined
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const stand = found && stands.find(([path]) => found.id.split('?')[0] === join(root, path))
      if (!stand) return undefined
      replaced.add(stand[0])
      return join(here, stand[1])
    },
    transformIndexHtml: { order: 'pre', handler: () => read(here, 'index.html') },
    // A yardstick that compresses after all would make the portal look worse than it is.
    buildEnd(error) {
      const missed = stands.filter(([path]) => !replaced.has(path))
      if (!error && missed.length > 0) throw new Error(`nothing imports ${missed.map(([path]) => path).join(', ')}`)
    },
  }
}

const [outDir] = process.argv.slice(2)
if (!outDir) throw new Error('Name the folder to build into.')
const env = loadEnv('production', root, 'VITE_')
// Without it the worker's pages would say that they may lead to "undefined", and Chromium would show none of them.
const connections = allowedConnections(readSettings(env), readContacts(env))
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [
    ordinary(),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: JSON.parse(read(root, 'manifest.webmanifest')),
      includeManifestIcons: false,
      injectManifest: { rollupFormat: 'iife', globPatterns: ['**/*.{js,css,html}'] },
    }),
  ],
  define: { 'import.meta.env.CONNECTIONS': JSON.stringify(connections) },
  build: { target: 'es2022', outDir, emptyOutDir: true },
})
