import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { readSettings } from './src/provider/settings.ts'

const provider = 'http://localhost:8080'
const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', import.meta.url), 'utf8'))

export default defineConfig(({ mode }) => {
  // A portal with a wrong address must not be built: nobody would see why on a phone.
  readSettings(loadEnv(mode, import.meta.dirname, 'VITE_'))
  return {
    plugins: [
      react(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        // The page registers it itself (src/app/worker-bridge.ts): the plugin's prompt fails in a first session.
        injectRegister: false,
        manifest,
        includeManifestIcons: false,
        // The logos are the only pictures that the shell shows.
        injectManifest: { rollupFormat: 'iife', globPatterns: ['**/*.{js,css,html}', 'logo-*.svg'] },
      }),
    ],
    build: { target: 'es2022' },
    // `npm run dev` beside a running `npm start`: the calls go to its stand-in provider.
    server: { proxy: { '/2021': provider, '/1920': provider, '/anciens': provider, '/recepisses': provider } },
  }
})
