import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { installIntegrity } from './build/integrity.ts'
import { jpegOnly } from './build/jpeg-only.ts'
import { leanStyles } from './build/lean-styles.ts'
import { prerenderedPages } from './build/pages.ts'
import { readSettings } from './src/provider/settings.ts'

const provider = 'http://localhost:8080'
const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', import.meta.url), 'utf8'))

export default defineConfig(({ command, mode }) => {
  // A portal with a wrong address must not be built: nobody would see why on a phone.
  const settings = readSettings(loadEnv(mode, import.meta.dirname, 'VITE_'))
  const { plugin: integrity, withIntegrity } = installIntegrity()
  return {
    plugins: [
      react(),
      integrity,
      prerenderedPages(settings),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        // The page registers it itself (src/app/worker-bridge.ts): the plugin's prompt fails in a first session.
        injectRegister: false,
        manifest,
        includeManifestIcons: false,
        integration: { closeBundleOrder: 'post' },
        // The logos are the only pictures that the shell shows; pages drawn ahead are for who comes by the network.
        injectManifest: {
          rollupFormat: 'iife',
          globPatterns: ['**/*.{js,css}', 'index.html', 'home.html', 'logo-*.svg'],
          manifestTransforms: [withIntegrity],
        },
      }),
    ],
    css: { postcss: { plugins: command === 'build' ? [leanStyles(import.meta.dirname)] : [] } },
    worker: { format: 'es', plugins: () => [jpegOnly()] },
    // React has had the hook itself since version 18.
    resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
    build: {
      target: 'es2022',
      rolldownOptions: {
        output: {
          // What seldom changes is not downloaded again with what often does.
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
              { name: 'tanstack', test: /node_modules\/(?:@tanstack|use-sync-external-store)\// },
            ],
          },
        },
      },
    },
    // `npm run dev` beside a running `npm start`: the calls go to its stand-in provider.
    server: { proxy: { '/2021': provider, '/1920': provider, '/anciens': provider, '/recepisses': provider } },
  }
})
