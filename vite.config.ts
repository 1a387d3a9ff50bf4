import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import reactPlugin from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { hostPolicies } from './build/host-policies.ts'
import { jpegOnly } from './build/jpeg-only.ts'
import { knownSettings } from './build/known-settings.ts'
import { leanStyles } from './build/lean-styles.ts'
import { scriptTargets } from './build/minimum-browsers.ts'
import { packedFiles } from './build/packed.ts'
import { prerenderedPages } from './build/pages.ts'
import { allowedConnections } from './build/policy.ts'
import { secondPress } from './build/second-press.ts'
import { stagesOf } from './build/stages.ts'
import { startFiles } from './build/start-files.ts'
import { workerReadEntries } from './build/unreached/omissions.ts'
import { unreached } from './build/unreached.ts'
import { workerList } from './build/worker-list.ts'
import { workerParts } from './build/worker-parts.ts'
import { readSettings } from './src/core/api/settings.ts'
import { readContacts } from './src/spec/contacts.ts'
import { readSimChecks } from './src/spec/sim-checks.ts'

const provider = 'http://localhost:8080'
const elements = filesThatExist([
  'node_modules/react/jsx-runtime.js',
  'node_modules/react/cjs/react-jsx-runtime.production.js',
])
const react = filesThatExist([
  'node_modules/react/',
  'node_modules/react-dom/',
  'node_modules/scheduler/',
  'src/app/react.tsx',
])
const tanstack = filesThatExist([
  'node_modules/@tanstack/',
  'node_modules/use-sync-external-store/',
  'src/app/tanstack.tsx',
])
/**
 * Small modules that later files share and no page needs at its start: in a chunk of their own they cost one more
 * request.
 */
const little = filesThatExist([
  'src/core/db/database.ts',
  'src/outbox/ui/text.ts',
  'src/spec/digits.ts',
  'src/core/crypto/keyring.ts',
  'src/ui/form.tsx',
  'src/ui/use-lifecycle.ts',
  'src/features/shared-device/subject.ts',
  'src/features/shared-device/shared-device.tsx',
  'src/documents/text.ts',
  'src/ui/dialog.tsx',
])
const aliases = [
  // React has had the hook itself since version 18.
  { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
  // The package names its build for browsers of 2015 first.
  { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
]
const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', import.meta.url), 'utf8'))

export default defineConfig(({ command, mode }) => {
  // A build with a wrong URL must fail: on a phone its cause would be invisible.
  const env = knownSettings(import.meta.dirname, loadEnv(mode, import.meta.dirname, 'VITE_'))
  const settings = readSettings(env)
  const contacts = readContacts(env)
  const simChecks = readSimChecks(env)
  const connections = allowedConnections(settings, contacts)
  const stages = stagesOf(import.meta.dirname)
  const list = workerList(stages)
  const start = startFiles(import.meta.dirname)
  return {
    plugins: [
      reactPlugin(),
      unreached(import.meta.dirname),
      start.plugin,
      list.plugins,
      secondPress(),
      prerenderedPages(settings, contacts, stages),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        // The page registers the worker itself (src/app/bridge.ts): the plugin's prompt fails in a first session.
        injectRegister: false,
        manifest,
        includeManifestIcons: false,
        integration: { closeBundleOrder: 'post' },
        // The worker caches home.html, where an installed app starts; a student opens the other prerendered pages by
        // the network.
        injectManifest: {
          rollupFormat: 'iife',
          globPatterns: ['**/*.{js,css}', 'index.html', 'home.html'],
          manifestTransforms: [list.transform],
          buildPlugins: { vite: [unreached(import.meta.dirname, workerReadEntries), secondPress()] },
        },
      }),
      workerParts(),
      hostPolicies(connections),
      packedFiles(),
    ],
    define: writtenIn({
      SETTINGS: settings,
      CONTACTS: contacts,
      SIM_CHECKS: simChecks.length > 0 ? simChecks : null,
      CONNECTIONS: connections,
      BUILT_AT: dayOf(process.env.SOURCE_DATE_EPOCH),
    }),
    css: {
      // Neither Pico nor the portal uses light-dark(), so Lightning CSS needs no variables for it.
      lightningcss: { exclude: Features.LightDark },
      postcss: { plugins: command === 'build' ? [leanStyles(import.meta.dirname)] : [] },
    },
    worker: { format: 'es', plugins: () => [jpegOnly(), secondPress()] },
    resolve: { alias: aliases },
    build: {
      target: scriptTargets,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: groupsOf(start) },
        },
      },
    },
    // `npm run dev` beside a running `npm start`: the calls go to its stand-in provider.
    server: { proxy: { '/2021': provider, '/1920': provider, '/anciens': provider, '/recepisses': provider } },
  }
})

/** Code that seldom changes is not downloaded again with code that often does. */
const groupsOf = (start: ReturnType<typeof startFiles>) => [
  {
    // What home and status need before React: with it React's elements, which it draws by itself.
    name: 'early',
    test: (id: string) => start.isEarly(id) || liesIn(id, elements),
    includeDependenciesRecursively: false,
  },
  { name: 'react', test: (id: string) => liesIn(id, react) },
  { name: 'tanstack', test: (id: string) => liesIn(id, tanstack) },
  {
    // Includes what later files share with it: all of it loads at the start, and as two files it weighed 2
    // kB more.
    name: 'hydrate',
    test: (id: string) => start.has(id) || liesIn(id, little),
    // Without what the entry imports: the entry waits for no other file.
    includeDependenciesRecursively: false,
  },
]

const writtenIn = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]))

/** The beginning of the day of the build, so that a second build of that day is no new version. Milliseconds. */
function dayOf(epoch: string | undefined): number {
  const day = 86_400_000
  return Math.floor((epoch ? Number(epoch) * 1000 : Date.now()) / day) * day
}

const liesIn = (id: string, paths: readonly string[]) => paths.some(path => id.startsWith(path))

/** Throws for a renamed file, which would silently move to another chunk. */
function filesThatExist(paths: readonly string[]): string[] {
  return paths.map(path => {
    const whole = join(import.meta.dirname, path)
    if (!existsSync(whole)) throw new Error(`vite.config.ts names ${path}, which is not there: name its new place.`)
    return whole
  })
}
