import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const provider = 'http://localhost:8080'

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022' },
  // `npm run dev` beside a running `npm start`: the calls go to its stand-in provider.
  server: { proxy: { '/2021': provider, '/1920': provider, '/anciens': provider, '/recepisses': provider } },
})
