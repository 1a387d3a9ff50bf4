import { readFileSync } from 'node:fs'
import reactPlugin from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { hostPolicies } from './build/host-policies.ts'
import { knownSettings } from './build/known-settings.ts'
import { scriptTargets } from './build/minimum-browsers.ts'
import { packedFiles } from './build/packed.ts'
import { prerenderedPages } from './build/pages.ts'
import { allowedConnections } from './build/policy.ts'
import { stagesOf } from './build/stages.ts'
import { startFiles } from './build/start-files.ts'
import { workerList } from './build/worker-list.ts'
import { workerParts } from './build/worker-parts.ts'
import { readSettings } from './src/core/api/settings.ts'
import { readReceiptKeys } from './src/features/receipt/keys.ts'
import { readContacts } from './src/spec/contacts.ts'
import { readSimChecks } from './src/spec/sim-checks.ts'

const provider = 'http://localhost:8080'
const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', import.meta.url), 'utf8'))

export default defineConfig(({ mode }) => {
  // A build with a wrong URL must fail: on a phone its cause would be invisible.
  const env = knownSettings(import.meta.dirname, loadEnv(mode, import.meta.dirname, 'VITE_'))
  const settings = readSettings(env)
  const contacts = readContacts(env)
  const simChecks = readSimChecks(env)
  const receiptKeys = readReceiptKeys(env)
  const connections = allowedConnections(settings, contacts)
  const stages = stagesOf(import.meta.dirname)
  const list = workerList(stages)
  const start = startFiles(import.meta.dirname)
  return {
    plugins: [
      reactPlugin(),
      start.plugin,
      list.plugins,
      prerenderedPages(settings, contacts, stages),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        // The page registers the worker itself (src/app/bridge.ts): the plugin's prompt fails in a
        // first session.
        injectRegister: false,
        manifest,
        includeManifestIcons: false,
        integration: { closeBundleOrder: 'post' },
        // The worker caches home.html, where an installed app starts; a student opens the other
        // prerendered pages by the network.
        injectManifest: {
          rollupFormat: 'iife',
          globPatterns: ['**/*.{js,css}', 'index.html', 'home.html'],
          manifestTransforms: [list.transform],
        },
      }),
      workerParts(),
      hostPolicies(connections),
      packedFiles(),
    ],
    define: writtenIn({
      SETTINGS: settings,
      CONTACTS: contacts,
      RECEIPT_KEYS: receiptKeys,
      SIM_CHECKS: simChecks.length > 0 ? simChecks : null,
      CONNECTIONS: connections,
      BUILT_AT: dayOf(process.env.SOURCE_DATE_EPOCH),
    }),
    // Neither Pico nor the portal uses light-dark(), so Lightning CSS needs no variables for it.
    css: {
      lightningcss: { exclude: Features.LightDark },
      // Of Pico's own source.
      preprocessorOptions: { scss: { silenceDeprecations: ['if-function'] } },
    },
    worker: { format: 'es' },
    resolve: {
      // The package names its build for browsers of 2015 first, 0.7 kB more.
      alias: [
        { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
      ],
    },
    build: {
      target: scriptTargets,
      rolldownOptions: { output: { codeSplitting: { groups: groupsOf(start) } } },
    },
    // `npm run dev` beside a running `npm start`: the calls go to its stand-in provider.
    server: {
      proxy: {
        '/2021': provider,
        '/1920': provider,
        '/anciens': provider,
        '/recepisses': provider,
      },
    },
  }
})

/**
 * Fewer files, and code that seldom changes apart. Without these groups there are 24 files and 15
 * kB more (brotli).
 */
const groupsOf = (start: ReturnType<typeof startFiles>) => [
  { name: 'early', test: start.isEarly, includeDependenciesRecursively: false },
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/app\/react\.tsx$/,
  },
  {
    name: 'tanstack',
    test: /\/node_modules\/(?:@tanstack|use-sync-external-store)\/|\/src\/app\/tanstack\.tsx$/,
  },
  // Without what the entry imports: the entry waits for no other file.
  { name: 'hydrate', test: start.has, includeDependenciesRecursively: false },
  // What later screens share with an enrolment's: as files of their own they cost a request each.
  {
    name: 'shared',
    test: start.isOfEnrolment,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
]

const writtenIn = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `import.meta.env.${name}`,
      JSON.stringify(value),
    ]),
  )

/**
 * The beginning of the day of the build, so that a second build of that day is no new version.
 * Milliseconds.
 */
function dayOf(epoch: string | undefined): number {
  const day = 86_400_000
  return Math.floor((epoch ? Number(epoch) * 1000 : Date.now()) / day) * day
}
